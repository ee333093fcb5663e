"""The small GPT in NumPy: full matrix products; element-wise ops between them a few rows at a time."""

import numpy as np

from ..workloads import numbers
from .bare import BLOCK, TURNED, Parameters, cross_entropy, empty, training
from .bare_parts import ONES, PARTS, Attention, N, Norm, biased, chosen, gelu
from .networks import BATCH, CONTEXT, GPT, LAYERS, VOCABULARY, WIDTH, drawn


class Shared:
    """Temporary arrays that all layers use."""

    found, by_rows, by_stream = empty(3, N, WIDTH)
    by_qkv, by_up = empty(N, 3 * WIDTH), empty(N, 4 * WIDTH)
    chain = empty(3, BLOCK // (4 * WIDTH), 4 * WIDTH)


def layer(stream, last, values, grads):
    """Return a layer's forward and backward functions, and what the first norm of the next layer adds up.

    last   the third result of the layer before: its residual stream, its MLP's output, and the bias of that output
    """
    before, before_b, after, after_b, qkv, qkv_b, out, out_b, up, up_b, down, down_b = values
    (by_before, by_before_b, by_after, by_after_b, by_qkv, by_qkv_b, by_out, by_out_b, by_up, by_up_b, by_down,
     by_down_b) = grads
    s, middle, wide, seen = Shared, empty(N, WIDTH), empty(N, 3 * WIDTH), empty(N, WIDTH)
    inside, slope = empty(2, N, 4 * WIDTH)
    first = Norm(stream, *last, before, before_b, by_before, by_before_b)
    second = Norm(middle, stream, s.found, out_b, after, after_b, by_after, by_after_b)
    attention = Attention(wide, qkv_b, s.by_qkv, seen, s.by_rows)
    bias_up, few = biased(slope, up_b), len(s.chain[0])

    def forward():
        first.forward()
        np.matmul(first.out, qkv, out=wide)
        attention.forward()
        np.matmul(seen, out, out=s.found)
        second.forward()
        np.matmul(second.out, up, out=slope)
        for start in range(0, N, few):
            part = slice(start, start + few)
            bias_up(part.start, part.stop)
            gelu(slope[part], inside[part], slope[part], *s.chain)
        np.matmul(inside, down.T, out=s.found)

    def backward():
        np.matmul(s.by_stream, down, out=s.by_up)
        np.matmul(s.by_stream.T, inside, out=by_down)
        np.matmul(ONES, s.by_stream, out=by_down_b)
        by_up_b.fill(0)
        for part in PARTS:
            rows = s.by_up[part]
            rows *= slope[part]
            np.add(by_up_b, ONES[part] @ rows, out=by_up_b)
        np.matmul(s.by_up, up.T, out=s.by_rows)
        np.matmul(second.out.T, s.by_up, out=by_up)
        second.backward(s.by_rows, s.by_stream)
        np.matmul(s.by_stream, out.T, out=s.by_rows)
        np.matmul(seen.T, s.by_stream, out=by_out)
        np.matmul(ONES, s.by_stream, out=by_out_b)
        attention.backward()
        np.matmul(ONES, s.by_qkv, out=by_qkv_b)
        np.matmul(s.by_qkv, qkv.T, out=s.by_rows)
        np.matmul(first.out.T, s.by_qkv, out=by_qkv)
        first.backward(s.by_rows, s.by_stream)
    return forward, backward, (middle, s.found, down_b)


def gpt():
    rng, s = numbers(6), Shared
    x, y = (rng.integers(0, VOCABULARY, (BATCH, CONTEXT)).reshape(-1) for _ in range(2))
    forms = {2 + 12 * place + i: TURNED for place in range(LAYERS) for i in (4, 6, 8)}
    parameters = Parameters(drawn(GPT, scale=0.05), {**forms, 4 + 12 * LAYERS: TURNED}, lr=3e-4, decay=0.01)
    (tokens, places, *own, norm, plus, head), (by_tokens, by_places, *by_own, by_norm, by_plus, by_head) = (
        parameters.values, parameters.grads)
    stream, last, layers = empty(N, WIDTH), (None, None, None), []
    start = stream.reshape(BATCH, CONTEXT, WIDTH)
    for place in range(0, 12 * LAYERS, 12):
        forward, backward, last = layer(stream, last, own[place:place + 12], by_own[place:place + 12])
        layers.append((forward, backward))
        stream = empty(N, WIDTH)
    end, scores, (hot, mark) = Norm(stream, *last, norm, plus, by_norm, by_plus), empty(N, VOCABULARY), chosen(
        x, VOCABULARY)
    loss_of = cross_entropy(scores, y)

    def gradients():
        np.take(tokens, x, axis=0, out=start.reshape(N, WIDTH), mode="clip")         # mode "raise" needs a buffer
        np.add(start, places, out=start)
        for forward, _ in layers:
            forward()
        end.forward()
        np.matmul(end.out, head, out=scores)
        loss = loss_of()
        np.matmul(scores, head.T, out=s.by_rows)
        np.matmul(end.out.T, scores, out=by_head)
        s.by_stream.fill(0)
        end.backward(s.by_rows, s.by_stream)
        for _, backward in reversed(layers):
            backward()
        np.add.reduce(s.by_stream.reshape(start.shape), axis=0, out=by_places)
        mark()
        np.matmul(hot, s.by_stream, out=by_tokens)
        return loss
    return training(parameters, gradients)
