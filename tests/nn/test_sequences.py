"""Layers for sequences: what they refuse and how, what they keep apart, and that they learn."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F
from minitorch.nn.utils import rnn

three, two = mt.randn(3, 4), mt.randn(2, 4)
REFUSALS = [
    (lambda: nn.Embedding(5, 3)(mt.tensor([[0, 1], [7, 2]])), IndexError,
     r"index out of range in self: index 7 at position \(1, 0\) names none of the 5 rows of the vocabulary"),
    (lambda: F.embedding(mt.tensor([0, -1]), mt.ones(3, 2)), IndexError, "index -1 at position 1 .* 0 to 2"),
    (lambda: F.embedding(mt.tensor(3), mt.ones(3, 2)), IndexError, "index 3 names none of the 3 rows"),
    (lambda: F.embedding(mt.tensor([-1], dtype=mt.int32), mt.ones(300, 2)), IndexError, "index -1 at position 0"),
    (lambda: F.embedding(mt.tensor([1], dtype=mt.int8), mt.ones(3, 2)), RuntimeError, "must be integers .* not int8"),
    (lambda: F.embedding(mt.tensor([0.0]), mt.ones(3, 2)), RuntimeError, r"Long, Int.*index\.long\(\)"),
    (lambda: F.embedding(mt.tensor([0]), mt.ones(3)), RuntimeError, "'weight' must be 2-D"),
    (lambda: F.embedding(mt.tensor([0]), mt.ones(3, 2), padding_idx=3), AssertionError, "3 is no row of 3"),
    (lambda: nn.Embedding(3, 2, padding_idx=-4), AssertionError, "Padding_idx must be within num_embeddings"),
    (lambda: nn.Embedding(3, 2, _weight=mt.ones(2, 2)), AssertionError, "Shape of weight does not match"),
    (lambda: nn.Embedding.from_pretrained(mt.ones(3)), AssertionError, "expected to be 2-dimensional"),
    (lambda: F.one_hot(mt.tensor([0, 3]), 2), RuntimeError, r"smaller than num_classes \(2\), and one is 3"),
    (lambda: F.one_hot(mt.tensor([-1])), RuntimeError, "non-negative, and one is -1"),
    (lambda: F.one_hot(mt.tensor([1.0])), RuntimeError, "LongTensor"),
    (lambda: F.one_hot(mt.tensor([], dtype=mt.int64)), RuntimeError, "pass num_classes"),
    (lambda: nn.LSTM(4, 0), ValueError, "hidden_size must be greater than zero"),
    (lambda: nn.LSTM(4, 5.0), TypeError, r"hidden_size should be an int, not float \(5.0\)"),
    (lambda: nn.GRU(4, 5, 0), ValueError, "num_layers must be greater"),
    (lambda: nn.RNN(4, 5, dropout=2.0), ValueError, r"range \[0, 1\]"),
    (lambda: nn.RNN(4, 5, nonlinearity="gelu"), ValueError, "Unknown nonlinearity 'gelu'"),
    (lambda: nn.GRU(4, 5, proj_size=2), ValueError, "only supported for LSTM"),
    (lambda: nn.LSTM(4, 5, proj_size=5), ValueError, "smaller than hidden_size: 5 is not below 5"),
    (lambda: nn.LSTM(4, 5, proj_size=-1), ValueError, "positive integer or zero"),
    (lambda: nn.LSTM(4, 5)(mt.ones(3, 2, 6)), RuntimeError, "must be equal to input_size. Expected 4, got 6"),
    (lambda: nn.GRU(4, 5)(mt.ones(3)), ValueError, "GRU: Expected input to be 2D or 3D, got 1D"),
    (lambda: nn.RNN(4, 5)(three.double()), ValueError, "does not match weight dtype"),
    (lambda: nn.RNN(4, 5)(mt.ones(0, 2, 4)), RuntimeError, "sequence length to be larger than 0"),
    (lambda: nn.RNN(4, 5)(mt.ones(3, 2, 4), mt.ones(1, 3, 5)), RuntimeError, r"size \(1, 2, 5\), got \[1, 3, 5\]"),
    (lambda: nn.LSTM(4, 5)(mt.ones(3, 2, 4), (mt.ones(1, 2, 5), mt.ones(1, 3, 5))), RuntimeError, r"hidden\[1\] size"),
    (lambda: nn.GRU(4, 5)(three, mt.ones(1, 1, 5)), RuntimeError, "unbatched 2-D input, hx should also be 2-D"),
    (lambda: nn.LSTMCell(4, 5)(mt.ones(3, 6)), RuntimeError, "inconsistent input_size: got 6 expected 4"),
    (lambda: nn.GRUCell(4, 5)(mt.ones(3, 2, 4)), ValueError, "1D or 2D, got 3D"),
    (lambda: nn.RNNCell(4, 5)(two, mt.ones(3, 5)), RuntimeError, "size 2 doesn't match hidden0 batch size 3"),
    (lambda: nn.RNNCell(4, 5)(two, mt.ones(2, 6)), RuntimeError, "inconsistent hidden_size: got 6, expected 5"),
    (lambda: rnn.pack_sequence([two, three]), RuntimeError, "decreasing order.*enforce_sorted=False"),
    (lambda: rnn.pack_padded_sequence(mt.ones(3, 2), [3, 0]), RuntimeError, "<= 0: 0 at position 1"),
    (lambda: rnn.pack_padded_sequence(mt.ones(3, 2), [3]), RuntimeError, r"but got 1 \(batch_size=2\)"),
    (lambda: rnn.pack_padded_sequence(mt.ones(3, 2), [4, 1]), RuntimeError, "a length is 4, but the input has 3"),
    (lambda: rnn.pad_packed_sequence(rnn.pack_sequence([three, two]), total_length=2), ValueError, "length being 3"),
    (lambda: rnn.pad_sequence([]), RuntimeError, "empty list"),
    (lambda: rnn.pad_sequence([two], padding_side="top"), RuntimeError, "left or right, but got top"),
    (lambda: F.scaled_dot_product_attention(two[0], two, two), RuntimeError, "at least 2 dimensional"),
    (lambda: F.scaled_dot_product_attention(two, three, two), RuntimeError, "the same second-to-last size"),
    (lambda: F.scaled_dot_product_attention(two, two.double(), two), RuntimeError, "have the same dtype"),
    (lambda: F.scaled_dot_product_attention(two, two, two, mt.ones(2, 2).bool(), is_causal=True), RuntimeError,
     "should not be set when is_causal=True"),
    (lambda: F.scaled_dot_product_attention(two, two, two, mt.ones(2, 2).long()), RuntimeError, "attn_mask dtype"),
    (lambda: nn.MultiheadAttention(5, 2), AssertionError, "divisible by num_heads: 5 features"),
    (lambda: nn.MultiheadAttention(0, 2), ValueError, "greater than 0"),
    (lambda: nn.MultiheadAttention(4, 2)(two, two, two, is_causal=True), RuntimeError, "Need attn_mask"),
    (lambda: nn.MultiheadAttention(4, 2)(two, three, two), AssertionError, "does not match value shape"),
    (lambda: nn.MultiheadAttention(4, 2)(mt.ones(2, 3), two, two), AssertionError, "dimension of 4, but got 3"),
    (lambda: nn.MultiheadAttention(4, 2)(two[0], two, two), AssertionError, "1-D query"),
    (lambda: nn.MultiheadAttention(4, 2)(two, two[None], two), AssertionError, "found 3-D and 2-D"),
    (lambda: nn.MultiheadAttention(4, 2)(two, three, three, attn_mask=mt.ones(3, 2).bool()), RuntimeError,
     r"2D attn_mask is \(3, 2\), but should be \(2, 3\)"),
    (lambda: nn.MultiheadAttention(4, 2)(two, two, two, attn_mask=mt.ones(2, 2).long()), AssertionError, "only bool"),
    (lambda: nn.TransformerEncoderLayer(4, 2, activation="tanh"), RuntimeError, "should be relu/gelu, not tanh"),
    (lambda: nn.Transformer(4, 2, 1, 1, 8)(mt.ones(3, 2, 4), mt.ones(3, 3, 4)), RuntimeError, "batch number of src"),
    (lambda: nn.Transformer(4, 2, 1, 1, 8)(mt.ones(3, 2, 4), mt.ones(3, 2, 5)), RuntimeError, "equal to d_model"),
]


@pytest.mark.host
@pytest.mark.parametrize("slip, kind, words", REFUSALS, ids=[words[:40] for *_, words in REFUSALS])
def test_slips_are_refused_with_what_was_needed(slip, kind, words):
    with pytest.raises(kind, match=f"(?s){words}"):
        slip()


def test_dropout_of_a_single_layer_is_warned_of():
    with pytest.warns(UserWarning, match="num_layers greater than 1, but got dropout=0.5 and num_layers=1"):
        nn.LSTM(4, 5, dropout=0.5)


def test_a_padding_row_begins_as_zeros_and_stays():
    table = nn.Embedding(4, 3, padding_idx=2)
    table(mt.tensor([2, 1, 2])).sum().backward()
    assert table.weight[2].tolist() == [0, 0, 0]
    assert table.weight.grad.tolist() == [[0] * 3, [1] * 3, [0] * 3, [0] * 3]


def test_a_table_made_elsewhere_is_shared_and_frozen():
    vectors = mt.randn(4, 3)
    table = nn.Embedding.from_pretrained(vectors)
    assert table.weight.data_ptr() == vectors.data_ptr() and not table.weight.requires_grad
    assert nn.Embedding.from_pretrained(vectors, freeze=False).weight.requires_grad


def test_gradients_of_one_row_taken_often_add_up_however_many():
    index = np.arange(3000) % 7
    weight = mt.zeros(7, 2, dtype=mt.float64, requires_grad=True)
    F.embedding(mt.tensor(index), weight).sum().backward()
    np.testing.assert_array_equal(weight.grad.numpy()[:, 0], np.bincount(index))
    other = mt.zeros(7, 2, dtype=mt.float64, requires_grad=True)
    other[mt.tensor(index - 7)].sum().backward()                      # negative numbers count from the end
    np.testing.assert_array_equal(other.grad.numpy(), weight.grad.numpy())


@pytest.mark.parametrize("frozen", ["weights", "inputs"])
@pytest.mark.parametrize("kind", [nn.RNN, nn.LSTM, nn.GRU])
def test_only_what_is_asked_for_gets_a_gradient(kind, frozen):
    layer, x = kind(3, 2), mt.randn(4, 2, 3, requires_grad=frozen == "weights")
    layer.requires_grad_(frozen == "inputs")
    layer(x)[0].sum().backward()
    assert all((p.grad is None) == (frozen == "weights") for p in layer.parameters())
    assert (x.grad is None) == (frozen == "inputs")


@pytest.mark.parametrize("kind", [nn.RNN, nn.LSTM, nn.GRU])
def test_a_cell_repeated_is_the_layer(kind):
    layer, cell = kind(3, 2), getattr(nn, kind.__name__ + "Cell")(3, 2)
    cell.load_state_dict({name[:-3]: value for name, value in layer.state_dict().items()})
    x, state, outs = mt.randn(4, 2, 3), None, []
    for step in x:
        state = cell(step, state)
        outs.append(state[0] if kind is nn.LSTM else state)
    assert mt.allclose(mt.stack(outs), layer(x)[0], atol=1e-6)


@pytest.mark.parametrize("kind", [nn.RNN, nn.LSTM, nn.GRU])
def test_a_packed_batch_gives_what_each_sequence_gives_alone(kind):
    layer = kind(3, 2, 2, bidirectional=True)
    sequences = [mt.randn(n, 3) for n in (2, 5, 3)]
    out, _ = layer(rnn.pack_sequence(sequences, enforce_sorted=False))
    for found, sequence in zip(rnn.unpack_sequence(out), sequences):
        assert mt.allclose(found, layer(sequence)[0], atol=1e-6)


def test_packing_and_padding_undo_each_other_and_pass_gradients():
    sequences = [mt.randn(n, 2, requires_grad=True) for n in (2, 4, 1)]
    padded = rnn.pad_sequence(sequences, batch_first=True, padding_value=7.0)
    packed = rnn.pack_padded_sequence(padded, [2, 4, 1], batch_first=True, enforce_sorted=False)
    assert packed.batch_sizes.tolist() == [3, 2, 1, 1] and packed.data.shape == (7, 2)
    again, lengths = rnn.pad_packed_sequence(packed, batch_first=True, padding_value=7.0, total_length=5)
    assert lengths.tolist() == [2, 4, 1] and again.shape == (3, 5, 2) and (again[:, 4] == 7).all()
    assert mt.equal(again[:, :4], padded)
    again.sum().backward()
    assert all((s.grad == 1).all() for s in sequences)
    assert rnn.pad_sequence(sequences, padding_side="left")[:, 2].tolist()[:3] == [[0, 0]] * 3
    assert [len(s) for s in rnn.unpad_sequence(padded, lengths, batch_first=True)] == [2, 4, 1]


def test_dropout_lies_between_layers_and_only_in_training():
    layer, x = nn.GRU(3, 4, 2, dropout=0.5), mt.randn(5, 2, 3)
    assert not mt.equal(layer(x)[0], layer(x)[0])
    layer.eval()
    assert mt.equal(layer(x)[0], layer(x)[0])
    layer.flatten_parameters()
    assert [len(weights) for weights in layer.all_weights] == [4, 4]


def test_a_causal_place_does_not_depend_on_later_ones():
    layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval()
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    x = mt.randn(1, 5, 4)
    changed = x.clone()
    changed[:, 3:] = 9.0
    assert mt.allclose(layer(x, mask)[:, :3], layer(changed, mask)[:, :3], atol=1e-6)
    assert not mt.allclose(layer(x)[:, :3], layer(changed)[:, :3], atol=1e-3)


def test_dropout_in_attention_keeps_the_mean():
    q = mt.randn(2, 6, 4)
    weights = nn.MultiheadAttention(4, 2, dropout=0.5)(q, q, q)[1]
    assert (weights == 0).any() and nn.MultiheadAttention(4, 2, dropout=0.5).eval()(q, q, q)[1].min() > 0
    many = mt.stack([F.scaled_dot_product_attention(q, q, q, dropout_p=0.5) for _ in range(400)]).mean(0)
    assert mt.allclose(many, F.scaled_dot_product_attention(q, q, q), atol=0.35)


TEXT = "the cat sat on the mat and the rat sat on the cat "


class Letters(nn.Module):
    """A small model of letters: what comes next?"""

    def __init__(self, kind):
        super().__init__()
        self.table, self.kind = nn.Embedding(27, 12), kind
        if kind == "Transformer":
            self.body = nn.TransformerEncoder(nn.TransformerEncoderLayer(12, 2, 24, 0.0, batch_first=True), 1)
        else:
            self.body = getattr(nn, kind)(12, 24, batch_first=True)
        self.head = nn.Linear(12 if kind == "Transformer" else 24, 27)

    def forward(self, x):
        x = self.table(x)
        if self.kind == "Transformer":
            return self.head(self.body(x, nn.Transformer.generate_square_subsequent_mask(x.shape[1])))
        return self.head(self.body(x)[0])


@pytest.mark.parametrize("kind", ["RNN", "LSTM", "GRU", "Transformer"])
def test_a_model_of_letters_learns(kind):
    letters = mt.tensor([0 if c == " " else ord(c) - 96 for c in TEXT]).reshape(2, 25)
    model = Letters(kind)
    optimizer = mt.optim.Adam(model.parameters(), lr=0.02)
    for step in range(60):
        loss = F.cross_entropy(model(letters[:, :-1]).reshape(-1, 27), letters[:, 1:].reshape(-1))
        if step == 0:
            first = loss.item()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert first > 3 and loss.item() < 1
