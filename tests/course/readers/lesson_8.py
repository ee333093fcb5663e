"""Answers to lesson 8 by readers who saw nothing of its checks, and what each is to be taken for."""

LAYERS = '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
'''


def block(*lines):
    """A BasicBlock of these lines in forward."""
    return "from minitorch import nn\n" + LAYERS + "".join(f"        {line}\n" for line in lines)


ANSWERS = [
    ("8.1", "right", 'four loops over plain numbers', '''
out = []
for top in range(0, image.shape[0] - kernel.shape[0] + 1, stride):
    row = []
    for left in range(0, image.shape[1] - kernel.shape[1] + 1, stride):
        total = 0.0
        for a in range(kernel.shape[0]):
            for b in range(kernel.shape[1]):
                total += image[top + a, left + b] * kernel[a, b]
        row.append(total)
    out.append(row)
return np.array(out)
'''),
    ("8.1", "right", 'one slice of the image for each number of the kernel', '''
h, w = kernel.shape
H, W = image.shape
out = 0
for a in range(h):
    for b in range(w):
        out = out + kernel[a, b] * image[a:H - h + a + 1:stride, b:W - w + b + 1:stride]
return out
'''),
    ("8.1", "right", 'all stops first, then every stride-th', '''
h, w = kernel.shape
full = np.zeros((image.shape[0] - h + 1, image.shape[1] - w + 1))
for i, j in np.ndindex(*full.shape):
    full[i, j] = np.sum(image[i:i + h, j:j + w] * kernel)
return full[::stride, ::stride]
'''),
    ("8.1", "right", 'a tensordot of views', '''
views = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)
return np.tensordot(views[::stride, ::stride], kernel, axes=2)
'''),
    ("8.1", "turned round", 'flipped as in signal processing', '''
kernel = np.flip(kernel)
h, w = kernel.shape
full = np.zeros((image.shape[0] - h + 1, image.shape[1] - w + 1))
for i, j in np.ndindex(*full.shape):
    full[i, j] = np.sum(image[i:i + h, j:j + w] * kernel)
return full[::stride, ::stride]
'''),
    ("8.1", "stride ignored", 'no word of the stride', '''
h, w = kernel.shape
return np.array([[(image[i:i + h, j:j + w] * kernel).sum() for j in range(image.shape[1] - w + 1)]
                 for i in range(image.shape[0] - h + 1)])
'''),
    ("8.1", "one too few", 'range ends at H - h', '''
h, w = kernel.shape
return np.array([[(image[i:i + h, j:j + w] * kernel).sum() for j in range(0, image.shape[1] - w, stride)]
                 for i in range(0, image.shape[0] - h, stride)])
'''),
    ("8.1", "starts not multiplied", 'the number of stops is right, their places are not', '''
h, w = kernel.shape
n, m = 1 + (image.shape[0] - h) // stride, 1 + (image.shape[1] - w) // stride
return np.array([[np.vdot(image[i:i + h, j:j + w], kernel) for j in range(m)] for i in range(n)])
'''),
    ("8.1", "no products", 'a sum of pixels', '''
h, w = kernel.shape
n, m = 1 + (image.shape[0] - h) // stride, 1 + (image.shape[1] - w) // stride
return np.array([[image[i * stride:i * stride + h, j * stride:j * stride + w].sum() for j in range(m)]
                 for i in range(n)])
'''),
    ("8.1", "matrix product", 'a matrix product in place of products', '''
h, w = kernel.shape
n, m = 1 + (image.shape[0] - h) // stride, 1 + (image.shape[1] - w) // stride
return np.array([[(image[i * stride:i * stride + h, j * stride:j * stride + w] @ kernel.T).sum() for j in range(m)]
                 for i in range(n)])
'''),
    ("8.2", "right", 'rows of windows, turned at the end', '''
rows = []
for top in range(0, x.shape[2] - size + 1, stride):
    for left in range(0, x.shape[3] - size + 1, stride):
        rows.append(x[:, :, top:top + size, left:left + size].reshape(len(x), -1))
return np.stack(rows, axis=1).transpose(0, 2, 1)
'''),
    ("8.2", "right", 'an index for every element', '''
N, C, H, W = x.shape
where = np.arange(C * H * W).reshape(C, H, W)
index = np.stack([where[:, t:t + size, s:s + size].ravel() for t in range(0, H - size + 1, stride)
                  for s in range(0, W - size + 1, stride)], axis=1)
return x.reshape(N, -1)[:, index]
'''),
    ("8.2", "right", 'one image after the other', '''
found = []
for image in x:
    columns = []
    for top in range(0, image.shape[1] - size + 1, stride):
        for left in range(0, image.shape[2] - size + 1, stride):
            columns.append(image[:, top:top + size, left:left + size].flatten())
    found.append(np.array(columns).T)
return np.array(found)
'''),
    ("8.2", "right", 'channel by channel, pixel by pixel', '''
N, C, H, W = x.shape
rows = []
for c in range(C):
    for i in range(size):
        for j in range(size):
            rows.append(x[:, c, i:H - size + i + 1:stride, j:W - size + j + 1:stride].reshape(N, -1))
return np.stack(rows, axis=1)
'''),
    ("8.2", "a row for each window", 'stacked along the wrong axis', '''
rows = []
for top in range(0, x.shape[2] - size + 1, stride):
    for left in range(0, x.shape[3] - size + 1, stride):
        rows.append(x[:, :, top:top + size, left:left + size].reshape(len(x), -1))
return np.stack(rows, axis=1)
'''),
    ("8.2", "down the columns", 'the loops are exchanged', '''
columns = []
for left in range(0, x.shape[3] - size + 1, stride):
    for top in range(0, x.shape[2] - size + 1, stride):
        columns.append(x[:, :, top:top + size, left:left + size].reshape(len(x), -1))
return np.stack(columns, axis=2)
'''),
    ("8.2", "stride ignored", 'windows at every pixel', '''
columns = []
for top in range(x.shape[2] - size + 1):
    for left in range(x.shape[3] - size + 1):
        columns.append(x[:, :, top:top + size, left:left + size].reshape(len(x), -1))
return np.stack(columns, axis=2)
'''),
    ("8.2", "channels last", 'channels moved behind the pixels', '''
columns = []
for top in range(0, x.shape[2] - size + 1, stride):
    for left in range(0, x.shape[3] - size + 1, stride):
        window = x[:, :, top:top + size, left:left + size].transpose(0, 2, 3, 1)
        columns.append(window.reshape(len(x), -1))
return np.stack(columns, axis=2)
'''),
    ("8.2", "last window lost", 'range without + 1', '''
columns = []
for top in range(0, x.shape[2] - size, stride):
    for left in range(0, x.shape[3] - size, stride):
        columns.append(x[:, :, top:top + size, left:left + size].reshape(len(x), -1))
return np.stack(columns, axis=2)
'''),
    ("8.2", "first channel only", 'only the first channel', '''
columns = []
for top in range(0, x.shape[2] - size + 1, stride):
    for left in range(0, x.shape[3] - size + 1, stride):
        columns.append(x[:, 0, top:top + size, left:left + size].reshape(len(x), -1))
return np.stack(columns, axis=2)
'''),
    ("8.3", "right", 'a counter of windows by next', '''
out = np.zeros(shape)
numbers = iter(range(columns.shape[2]))
for top in range(0, shape[2] - size + 1, stride):
    for left in range(0, shape[3] - size + 1, stride):
        out[:, :, top:top + size, left:left + size] += columns[..., next(numbers)].reshape(
            shape[0], shape[1], size, size)
return out
'''),
    ("8.3", "right", 'element by element', '''
N, C, H, W = shape
across = (W - size) // stride + 1
out = np.zeros(shape)
for row in range(columns.shape[1]):
    c, pixel = divmod(row, size * size)
    i, j = divmod(pixel, size)
    for place in range(columns.shape[2]):
        top, left = divmod(place, across)
        out[:, c, top * stride + i, left * stride + j] += columns[:, row, place]
return out
'''),
    ("8.3", "right", 'row and column by divmod', '''
out = np.zeros(shape)
across = (shape[3] - size) // stride + 1
for number, column in enumerate(np.moveaxis(columns, 2, 0)):
    top, left = stride * (number // across), stride * (number % across)
    out[:, :, top:top + size, left:left + size] += column.reshape(*shape[:2], size, size)
return out
'''),
    ("8.3", "overwritten", 'assigned, not added', '''
out = np.zeros(shape)
across = (shape[3] - size) // stride + 1
for number, column in enumerate(np.moveaxis(columns, 2, 0)):
    top, left = stride * (number // across), stride * (number % across)
    out[:, :, top:top + size, left:left + size] = column.reshape(*shape[:2], size, size)
return out
'''),
    ("8.3", "turned round", 'each window flipped, as one hears of transposed convolutions', '''
out = np.zeros(shape)
across = (shape[3] - size) // stride + 1
for number, column in enumerate(np.moveaxis(columns, 2, 0)):
    top, left = stride * (number // across), stride * (number % across)
    out[:, :, top:top + size, left:left + size] += column.reshape(*shape[:2], size, size)[:, :, ::-1, ::-1]
return out
'''),
    ("8.3", "windows down the columns", 'number divided by how many there are downwards', '''
out = np.zeros(shape)
down = (shape[2] - size) // stride + 1
for number, column in enumerate(np.moveaxis(columns, 2, 0)):
    left, top = stride * (number // down), stride * (number % down)
    out[:, :, top:top + size, left:left + size] += column.reshape(*shape[:2], size, size)
return out
'''),
    ("8.3", "stride ignored", 'windows put at neighbours', '''
out = np.zeros(shape)
across = (shape[3] - size) // stride + 1
for number, column in enumerate(np.moveaxis(columns, 2, 0)):
    top, left = number // across, number % across
    out[:, :, top:top + size, left:left + size] += column.reshape(*shape[:2], size, size)
return out
'''),
    ("8.3", "partly", 'an index that repeats, with += on it', '''
N, C, H, W = shape
where = np.arange(H * W).reshape(H, W)
index = np.stack([where[t:t + size, s:s + size].ravel() for t in range(0, H - size + 1, stride)
                  for s in range(0, W - size + 1, stride)], axis=1)
out = np.zeros((N, C, H * W))
out[:, :, index.T] += columns.reshape(N, C, size * size, -1).swapaxes(2, 3)
return out.reshape(shape)
'''),
    ("8.4", "right", 'the mask of the first, found by cumsum', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        N, C, H, W = x.shape
        w = x.reshape(N, C, H // 2, 2, W // 2, 2).transpose(3, 4).flatten(4)
        best = w.max(dim=4, keepdim=True).values
        tied = (w == best).to(x.dtype)
        ctx.save_for_backward(tied * (tied.cumsum(dim=4) == 1).to(x.dtype))
        return best.squeeze(4)

    @staticmethod
    def backward(ctx, grad):
        first, = ctx.saved_tensors
        N, C, h, w = grad.shape
        full = (first * grad.unsqueeze(4)).reshape(N, C, h, w, 2, 2)
        return full.transpose(3, 4).reshape(N, C, 2 * h, 2 * w)
'''),
    ("8.4", "right", 'x saved, the index found on the way back', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        N, C, H, W = x.shape
        return x.reshape(N, C, H // 2, 2, W // 2, 2).amax(dim=(3, 5))

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        N, C, H, W = x.shape
        w = x.reshape(N, C, H // 2, 2, W // 2, 2).transpose(3, 4).flatten(4)
        out = mt.zeros_like(w).scatter(4, w.argmax(dim=4, keepdim=True), grad.unsqueeze(-1))
        return out.reshape(N, C, H // 2, W // 2, 2, 2).transpose(3, 4).reshape(N, C, H, W)
'''),
    ("8.4", "all that are alike", 'compared with the maximum, repeated', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        N, C, H, W = x.shape
        out = x.reshape(N, C, H // 2, 2, W // 2, 2).amax(dim=(3, 5))
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        def large(t):
            return t.repeat_interleave(2, dim=2).repeat_interleave(2, dim=3)
        return (x == large(out)).to(x.dtype) * large(grad)
'''),
    ("8.4", "to all four", 'the gradient copied to the whole window', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        N, C, H, W = x.shape
        return x.reshape(N, C, H // 2, 2, W // 2, 2).amax(dim=(3, 5))

    @staticmethod
    def backward(ctx, grad):
        return grad.repeat_interleave(2, dim=2).repeat_interleave(2, dim=3)
'''),
    ("8.4", "state on the class", 'what was seen kept on the class', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        N, C, H, W = x.shape
        windows = x.reshape(N, C, H // 2, 2, W // 2, 2).transpose(3, 4).flatten(4)
        MaxPool.where = windows.argmax(dim=4, keepdim=True)
        return windows.gather(4, MaxPool.where).squeeze(4)

    @staticmethod
    def backward(ctx, grad):
        N, C, h, w = grad.shape
        full = mt.zeros(N, C, h, w, 4, dtype=grad.dtype).scatter(4, MaxPool.where, grad.unsqueeze(4))
        return full.reshape(N, C, h, w, 2, 2).transpose(3, 4).reshape(N, C, 2 * h, 2 * w)
'''),
    ("8.4", "", 'backward forgotten', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        N, C, H, W = x.shape
        return x.reshape(N, C, H // 2, 2, W // 2, 2).amax(dim=(3, 5))

    @staticmethod
    def backward(ctx, grad):
        return grad
'''),
    ("8.5", "right", 'the first and the last pixel followed down', '''
first, last = 0, 0
for size, stride in layers[::-1]:
    first, last = first * stride, last * stride + size - 1
return last - first + 1
'''),
    ("8.5", "right", 'strides by recursion', '''
if not layers:
    return 1
(size, stride), *above = layers
return (receptive_field(above) - 1) * stride + size
'''),
    ("8.5", "right", 'a product for each layer', '''
total = 1
for i in range(len(layers)):
    jump = 1
    for _, s in layers[:i]:
        jump *= s
    total += jump * (layers[i][0] - 1)
return total
'''),
    ("8.5", "strides ignored", 'only the sizes', '''
n = 1
for k, s in layers:
    n = n + k - 1
return n
'''),
    ("8.5", "own stride", 'its own stride first', '''
r, j = 1, 1
for k, s in layers:
    j *= s
    r += (k - 1) * j
return r
'''),
    ("8.5", "from the wrong end", 'the rule from above, used from below', '''
r = 1
for k, s in layers:
    r = s * (r - 1) + k
return r
'''),
    ("8.5", "sizes added", 'the sum of the sizes', "return sum([k for k, s in layers])"),
    ("8.5", "only the last stride", 'the stride of the layer before', '''
r, before = 1, 1
for k, s in layers:
    r += (k - 1) * before
    before = s
return r
'''),
    ("8.6", "right", 'x called identity', block("identity = self.shortcut(x)", "x = self.bn1(self.conv1(x)).relu()",
                                               "x = self.bn2(self.conv2(x))", "x = x + identity", "return x.relu()")),
    ("8.6", "right", 'in one line', block("return nn.functional.relu(self.shortcut(x) + self.bn2(self.conv2("
                                          "nn.functional.relu(self.bn1(self.conv1(x))))))")),
    ("8.6", "right", 'added in place', block("out = self.bn2(self.conv2(self.bn1(self.conv1(x)).relu()))",
                                             "out += self.shortcut(x)", "return out.relu()")),
    ("8.6", "no shortcut", 'x forgotten', block("x = self.bn1(self.conv1(x)).relu()",
                                                "return self.bn2(self.conv2(x)).relu()")),
    ("8.6", "relu before the sum", 'relu after each norm', block(
        "out = self.bn1(self.conv1(x)).relu()", "out = self.bn2(self.conv2(out)).relu()",
        "return out + self.shortcut(x)")),
    ("8.6", "x itself", 'x added as it is', block("out = self.bn1(self.conv1(x)).relu()",
                                                  "return (self.bn2(self.conv2(out)) + x).relu()")),
    ("8.6", "no relu at the end", 'nothing after the sum', block(
        "out = self.bn1(self.conv1(x)).relu()", "return self.bn2(self.conv2(out)) + self.shortcut(x)")),
    ("8.6", "x overwritten", 'the shortcut of what was made', block(
        "x = self.bn1(self.conv1(x)).relu()", "out = self.bn2(self.conv2(x))",
        "return (out + self.shortcut(x)).relu()")),
    ("8.6", "no relu inside", 'one relu only', block("out = self.bn2(self.conv2(self.bn1(self.conv1(x))))",
                                                     "return (out + self.shortcut(x)).relu()")),
    ("8.6", "one change", 'the shortcut taken away', block("out = self.bn1(self.conv1(x)).relu()",
                                                 "return (self.bn2(self.conv2(out)) - self.shortcut(x)).relu()")),
    ("8.6", "one convolution twice", 'conv1 again', block(
        "out = self.bn1(self.conv1(x)).relu()", "return (self.bn2(self.conv1(out)) + self.shortcut(x)).relu()")),
    ("8.6", "one change", 'the convolutions exchanged', block(
        "out = self.bn1(self.conv2(x)).relu()", "return (self.bn2(self.conv1(out)) + self.shortcut(x)).relu()")),
    ("8.1", "right", "einsum of windows", '''
v = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)[::stride, ::stride]
return np.einsum("ijhw,hw->ij", v, kernel)
'''),
    ("8.1", "whole numbers", "an integer result", '''
H, W = image.shape
h, w = kernel.shape
out = np.zeros(((H - h) // stride + 1, (W - w) // stride + 1), int)
for i in range(out.shape[0]):
    for j in range(out.shape[1]):
        out[i, j] = (image[i * stride:i * stride + h, j * stride:j * stride + w] * kernel).sum()
return out
'''),
    ("8.1", "remembers", "kept by shape", '''
kept = conv2d.kept = getattr(conv2d, "kept", {})
at = image.shape, kernel.shape, stride
if at not in kept:
    H, W = image.shape
    h, w = kernel.shape
    kept[at] = np.array([[(image[i:i + h, j:j + w] * kernel).sum()
    for j in range(0, W - w + 1, stride)]
    for i in range(0, H - h + 1, stride)])
return kept[at]
'''),
    ("8.1", "square", "one count for rows and columns", '''
h, w = kernel.shape
n = (image.shape[0] - h) // stride + 1
return np.array([[(image[i * stride:i * stride + h, j * stride:j * stride + w] * kernel).sum() for j in range(n)]
                 for i in range(n)])
'''),
    ("8.2", "too few digits", "float16", '''
N, C, H, W = x.shape
cols = [x[:, :, i:i + size, j:j + size].reshape(N, -1)
    for i in range(0, H - size + 1, stride)
    for j in range(0, W - size + 1, stride)]
return np.stack(cols, axis=2).astype(np.float16)
'''),
    ("8.2", "remembers", "a view handed out of a kept buffer", '''
N, C, H, W = x.shape
cols = np.stack([x[:, :, i:i + size, j:j + size].reshape(N, -1)
    for i in range(0, H - size + 1, stride)
    for j in range(0, W - size + 1, stride)], axis=2)
im2col.last = getattr(im2col, "last", cols)
return im2col.last if im2col.last.shape == cols.shape else cols
'''),
    ("8.2", "as far apart as large", "size as stride", '''
N, C, H, W = x.shape
cols = [x[:, :, i:i + size, j:j + size].reshape(N, -1)
    for i in range(0, H - size + 1, size)
    for j in range(0, W - size + 1, size)]
return np.stack(cols, axis=2)
'''),
    ("8.3", "right", "np.add.at", '''
N, C, H, W = shape
out = np.zeros(shape)
b = (W - size) // stride + 1
k = np.arange(columns.shape[2])
p = np.arange(size * size)
i = (k // b * stride)[None] + (p // size)[:, None]
j = (k % b * stride)[None] + (p % size)[:, None]
np.add.at(out, (slice(None), slice(None), i, j), columns.reshape(N, C, size * size, -1))
return out
'''),
    ("8.3", "partly", "whole numbers", '''
N, C, H, W = shape
out = np.zeros(shape, int)
k = 0
for i in range(0, H - size + 1, stride):
    for j in range(0, W - size + 1, stride):
        out[:, :, i:i + size, j:j + size] += columns[:, :, k].reshape(N, C, size, size).astype(int)
        k += 1
return out
'''),
    ("8.1", "one direction", "stride in the size only for columns", '''
h, w = kernel.shape
H, W = image.shape
out = np.zeros(((H - h) // stride + 1, W - w + 1))
for i in range(out.shape[0]):
    for j in range(out.shape[1]):
        out[i, j] = np.sum(image[i * stride:i * stride + h, j:j + w] * kernel)
return out
'''),
    ("8.1", "square", "kernel taken for square", '''
k = kernel.shape[0]
rows = (image.shape[0] - k) // stride + 1
cols = (image.shape[1] - k) // stride + 1
out = np.zeros((rows, cols))
for i in range(rows):
    for j in range(cols):
        out[i, j] = np.sum(image[i*stride:i*stride+k, j*stride:j*stride+k] * kernel)
return out
'''),
    ("8.1", "whole numbers", "out of the image's dtype int", '''
h, w = kernel.shape
out = np.zeros(((image.shape[0] - h) // stride + 1, (image.shape[1] - w) // stride + 1), dtype=int)
for i in range(out.shape[0]):
    for j in range(out.shape[1]):
        out[i, j] = np.sum(image[i*stride:i*stride+h, j*stride:j*stride+w] * kernel)
return out
'''),
    ("8.1", "matrix product", "matrix product under the window", '''
h, w = kernel.shape
out = np.zeros(((image.shape[0] - h) // stride + 1, (image.shape[1] - w) // stride + 1))
for i in range(out.shape[0]):
    for j in range(out.shape[1]):
        out[i, j] = np.sum(image[i*stride:i*stride+h, j*stride:j*stride+w] @ kernel)
return out
'''),
    ("8.1", "one change", "kernel flipped one way", '''
h, w = kernel.shape
out = np.zeros(((image.shape[0] - h) // stride + 1, (image.shape[1] - w) // stride + 1))
for i in range(out.shape[0]):
    for j in range(out.shape[1]):
        out[i, j] = np.sum(image[i*stride:i*stride+h, j*stride:j*stride+w] * kernel[::-1])
return out
'''),
    ("8.1", "unfilled", "return inside the loop", '''
h, w = kernel.shape
out = np.zeros(((image.shape[0] - h) // stride + 1, (image.shape[1] - w) // stride + 1))
for i in range(out.shape[0]):
    for j in range(out.shape[1]):
        out[i, j] = np.sum(image[i*stride:i*stride+h, j*stride:j*stride+w] * kernel)
    return out
'''),
    ("8.2", "first channel only", "channel forgotten in the reshape", '''
N, C, H, W = x.shape
rows, cols = (H - size) // stride + 1, (W - size) // stride + 1
out = np.zeros((N, size * size, rows * cols))
for a in range(rows):
    for b in range(cols):
        out[:, :, a * cols + b] = x[:, 0, a*stride:a*stride+size, b*stride:b*stride+size].reshape(N, -1)
return out
'''),
    ("8.2", "windows of a row miscounted", "numbered by rows count", '''
N, C, H, W = x.shape
rows, cols = (H - size) // stride + 1, (W - size) // stride + 1
out = np.zeros((N, C * size * size, rows * cols))
for a in range(rows):
    for b in range(cols):
        out[:, :, a * rows + b] = x[:, :, a*stride:a*stride+size, b*stride:b*stride+size].reshape(N, -1)
return out
'''),
    ("8.2", "first image only", "first image only", '''
N, C, H, W = x.shape
cols = []
for a in range(0, H - size + 1, stride):
    for b in range(0, W - size + 1, stride):
        cols.append(x[0, :, a:a+size, b:b+size].reshape(-1))
return np.stack(cols, axis=1)[None]
'''),
    ("8.2", "a list", "a list of columns", '''
N, C, H, W = x.shape
cols = []
for a in range(0, H - size + 1, stride):
    for b in range(0, W - size + 1, stride):
        cols.append(x[:, :, a:a+size, b:b+size].reshape(N, -1))
return cols
'''),
    ("8.3", "the largest", "max where they overlap", '''
N, C, H, W = shape
rows, cols = (H - size) // stride + 1, (W - size) // stride + 1
out = np.zeros(shape)
k = 0
for a in range(rows):
    for b in range(cols):
        part = out[:, :, a*stride:a*stride+size, b*stride:b*stride+size]
        np.maximum(part, columns[:, :, k].reshape(N, C, size, size), out=part)
        k += 1
return out
'''),
    ("8.3", "one column for all", "counter not moved", '''
N, C, H, W = shape
rows, cols = (H - size) // stride + 1, (W - size) // stride + 1
out = np.zeros(shape)
k = 0
for a in range(rows):
    for b in range(cols):
        out[:, :, a*stride:a*stride+size, b*stride:b*stride+size] += columns[:, :, k].reshape(N, C, size, size)
return out
'''),
    ("8.3", "offset", "empty in place of zeros with ones", '''
N, C, H, W = shape
rows, cols = (H - size) // stride + 1, (W - size) // stride + 1
out = np.ones(shape)
for k in range(rows * cols):
    a, b = divmod(k, cols)
    out[:, :, a*stride:a*stride+size, b*stride:b*stride+size] += columns[:, :, k].reshape(N, C, size, size)
return out
'''),
    ("8.3", "windows of a row miscounted", "divmod by rows", '''
N, C, H, W = shape
rows, cols = (H - size) // stride + 1, (W - size) // stride + 1
out = np.zeros(shape)
for k in range(rows * cols):
    a, b = divmod(k, rows)
    out[:, :, a*stride:a*stride+size, b*stride:b*stride+size] += columns[:, :, k].reshape(N, C, size, size)
return out
'''),
    ("8.5", "own stride", "stride of this layer used", '''
field = 1
jump = 1
for size, stride in layers:
    jump *= stride
    field = field + (size - 1) * jump
return field
'''),
    ("8.5", "pairs turned round", "swapped pair", '''
field, jump = 1, 1
for stride, size in layers:
    field += (size - 1) * jump
    jump *= stride
return field
'''),
    ("8.5", "one change", "returns in loop", '''
field, jump = 1, 1
for size, stride in layers:
    field += (size - 1) * jump
    jump *= stride
    return field
'''),
    ("8.5", "", "jump and field", '''
field, jump = 1, 1
for size, stride in layers:
    field += (size - 1) * jump
    jump *= stride
return field, jump
'''),
    ("8.5", "from the wrong end", "last layer first", '''
field, jump = 1, 1
for size, stride in layers[::-1]:
    field += (size - 1) * jump
    jump *= stride
return field
'''),
    ("8.1", "one inside the division", 'stops are (H-h+1)//stride', '''
def conv2d(image, kernel, stride):
    H, W = image.shape
    h, w = kernel.shape
    rows, cols = (H - h + 1) // stride, (W - w + 1) // stride
    out = np.zeros((rows, cols))
    for i in range(rows):
        for j in range(cols):
            out[i, j] = (image[i * stride:i * stride + h, j * stride:j * stride + w] * kernel).sum()
    return out
'''),
    ("8.1", "whole numbers", "the result has the image's dtype", '''
def conv2d(image, kernel, stride):
    (H, W), (h, w) = image.shape, kernel.shape
    out = np.zeros(((H - h) // stride + 1, (W - w) // stride + 1), dtype=image.dtype)
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            top, left = i * stride, j * stride
            out[i, j] = (image[top:top + h, left:left + w] * kernel).sum()
    return out
'''),
    ("8.1", "the rest used", 'fills up with zeros at the right and below so that left-over pixels …', '''
def conv2d(image, kernel, stride):
    H, W = image.shape
    h, w = kernel.shape
    rows = int(np.ceil((H - h) / stride)) + 1
    cols = int(np.ceil((W - w) / stride)) + 1
    padded = np.pad(image, ((0, stride), (0, stride)))
    out = np.zeros((rows, cols))
    for i in range(rows):
        for j in range(cols):
            out[i, j] = (padded[i * stride:i * stride + h, j * stride:j * stride + w] * kernel).sum()
    return out
'''),
    ("8.2", "windows in front", 'stacks the windows at the front and reshapes where it should …', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    windows = np.array([x[:, :, i:i + size, j:j + size]
                        for i in range(0, H - size + 1, stride)
                        for j in range(0, W - size + 1, stride)])
    return windows.reshape(N, C * size * size, -1)
'''),
    ("8.2", "square", 'takes the images for square', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    n = (H - size) // stride + 1
    out = np.zeros((N, C * size * size, n * n))
    for i in range(n):
        for j in range(n):
            window = x[:, :, i * stride:i * stride + size, j * stride:j * stride + size]
            out[:, :, i * n + j] = window.reshape(N, -1)
    return out
'''),
    ("8.2", "whole numbers", 'makes an array of integers, as in the example', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    rows, cols = (H - size) // stride + 1, (W - size) // stride + 1
    result = np.zeros((N, C * size * size, rows * cols), dtype=int)
    k = 0
    for i in range(0, H - size + 1, stride):
        for j in range(0, W - size + 1, stride):
            result[:, :, k] = x[:, :, i:i + size, j:j + size].reshape(N, -1)
            k += 1
    return result
'''),
    ("8.2", "one direction", 'sliding_window_view with the stride on the rows only', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    view = np.lib.stride_tricks.sliding_window_view(x, (size, size), axis=(2, 3))
    view = view[:, :, ::stride]                   # (N, C, oh, ow, size, size)
    view = view.transpose(0, 1, 4, 5, 2, 3)
    return view.reshape(N, C * size * size, -1)
'''),
    ("8.3", "left-over pixels cut off", 'result only as large as the windows reach', '''
def col2im(columns, shape, size, stride):
    N, C, H, W = shape
    oh, ow = (H - size) // stride + 1, (W - size) // stride + 1
    image = np.zeros((N, C, (oh - 1) * stride + size, (ow - 1) * stride + size))
    for i in range(oh):
        for j in range(ow):
            window = columns[:, :, i * ow + j].reshape(N, C, size, size)
            image[:, :, i * stride:i * stride + size, j * stride:j * stride + size] += window
    return image
'''),
    ("8.3", "windows of a row miscounted", 'window k stands at (k // oh, k % oh)', '''
def col2im(columns, shape, size, stride):
    N, C, H, W = shape
    oh = (H - size) // stride + 1
    grad = np.zeros(shape, dtype=columns.dtype)
    for k in range(columns.shape[-1]):
        row, col = divmod(k, oh)
        top, left = row * stride, col * stride
        block = columns[:, :, k].reshape(N, C, size, size)
        grad[:, :, top:top + size, left:left + size] += block[:, :, :H - top, :W - left]
    return grad
'''),
    ("8.4", "larger than 0", 'begins the search for the largest at 0', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        a = x.detach().numpy()
        N, C, H, W = a.shape
        out = np.zeros((N, C, H // 2, W // 2), dtype=a.dtype)
        ctx.row = np.zeros(out.shape, dtype=int)
        ctx.col = np.zeros(out.shape, dtype=int)
        for i in range(2):
            for j in range(2):
                pixel = a[:, :, i::2, j::2]
                better = pixel > out
                out[better] = pixel[better]
                ctx.row[better], ctx.col[better] = i, j
        ctx.shape = a.shape
        return mt.tensor(out)

    @staticmethod
    def backward(ctx, grad):
        g = grad.detach().numpy()
        result = np.zeros(ctx.shape, dtype=g.dtype)
        for i in range(2):
            for j in range(2):
                result[:, :, i::2, j::2] = g * ((ctx.row == i) & (ctx.col == j))
        return mt.tensor(result)
'''),
    ("8.4", "read down the columns", 'lays the window out column by column', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        N, C, H, W = x.shape
        windows = x.reshape(N, C, H // 2, 2, W // 2, 2).permute(0, 1, 2, 4, 5, 3).flatten(4)
        index = windows.argmax(dim=-1, keepdim=True)
        ctx.save_for_backward(index)
        ctx.sizes = N, C, H, W
        return windows.gather(-1, index).squeeze(-1)

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        N, C, H, W = ctx.sizes
        zeros = mt.zeros(N, C, H // 2, W // 2, 4, dtype=grad.dtype)
        spread = zeros.scatter(-1, index, grad.unsqueeze(-1))
        return spread.reshape(N, C, H // 2, W // 2, 2, 2).permute(0, 1, 2, 5, 3, 4).reshape(N, C, H, W)
'''),
    ("8.5", "partly", 'takes every stride above 1 for a 2', '''
def receptive_field(layers):
    seen, scale = 1, 1
    for size, stride in layers:
        seen += (size - 1) * scale
        if stride > 1:
            scale *= 2
    return seen
'''),
    ("8.6", "shortcut cut off", 'detaches the shortcut', '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        identity = self.shortcut(x).detach()      # just a copy, nothing to learn here
        out = self.bn1(self.conv1(x)).relu()
        out = self.bn2(self.conv2(out))
        return (out + identity).relu()
'''),
    ("8.1", "image thinned out", 'the image is thinned out by stride before the windows are taken, …', '''
def conv2d(image, kernel, stride):
    small = image[::stride, ::stride]
    windows = np.lib.stride_tricks.sliding_window_view(small, kernel.shape)
    return (windows * kernel).sum(axis=(2, 3))
'''),
    ("8.1", "around the border", 'np.roll wraps around and the border is never cut off', '''
def conv2d(image, kernel, stride):
    out = np.zeros(image.shape)
    for a in range(kernel.shape[0]):
        for b in range(kernel.shape[1]):
            out += kernel[a, b] * np.roll(image, (-a, -b), axis=(0, 1))
    return out[::stride, ::stride]
'''),
    ("8.2", "the last window everywhere", 'one buffer for all windows is appended again and again', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    window = np.empty((N, C * size * size), dtype=x.dtype)
    columns = []
    for i in range(0, H - size + 1, stride):
        for j in range(0, W - size + 1, stride):
            window[:] = x[:, :, i:i + size, j:j + size].reshape(N, -1)
            columns.append(window)
    return np.stack(columns, axis=-1)
'''),
    ("8.2", "windows of a row miscounted", 'the number of a window is i * oh + j instead of i * ow …', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    oh, ow = (H - size) // stride + 1, (W - size) // stride + 1
    out = np.zeros((N, C * size * size, oh * ow), x.dtype)
    for i in range(oh):
        for j in range(ow):
            patch = x[:, :, i * stride:i * stride + size, j * stride:j * stride + size]
            out[:, :, (i * oh + j) % (oh * ow)] = patch.reshape(N, -1)
    return out
'''),
    ("8.2", "partly", 'strides written by hand for a contiguous array', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    oh, ow = (H - size) // stride + 1, (W - size) // stride + 1
    e = x.itemsize
    v = np.lib.stride_tricks.as_strided(
        x, (N, C, size, size, oh, ow),
        (C * H * W * e, H * W * e, W * e, e, stride * W * e, stride * e))
    return v.reshape(N, C * size * size, oh * ow)
'''),
    ("8.2", "all axes turned", '.T on (windows, N, C*size*size) turns all three axes and the …', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    cols = [x[:, :, i:i + size, j:j + size].reshape(N, -1)
            for i in range(0, H - size + 1, stride) for j in range(0, W - size + 1, stride)]
    return np.array(cols).T.reshape(N, C * size * size, -1)
'''),
    ("8.2", "too few digits", 'float32 buffer', '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    oh = (H - size) // stride + 1
    ow = (W - size) // stride + 1
    out = np.zeros((N, C, size, size, oh, ow), dtype=np.float32)
    for a in range(size):
        for b in range(size):
            out[:, :, a, b] = x[:, :, a:a + (oh - 1) * stride + 1:stride, b:b + (ow - 1) * stride + 1:stride]
    return out.reshape(N, C * size * size, oh * ow)
'''),
    ("8.2", "remembers", 'the table of indices is kept for (C, H, W, size) without stride', '''
_tables = {}

def im2col(x, size, stride):
    N, C, H, W = x.shape
    if (C, H, W, size) not in _tables:
        numbers = np.arange(C * H * W).reshape(C, H, W)
        _tables[C, H, W, size] = np.array([numbers[:, i:i + size, j:j + size].ravel()
                                           for i in range(0, H - size + 1, stride)
                                           for j in range(0, W - size + 1, stride)]).T
    return x.reshape(N, -1)[:, _tables[C, H, W, size]]
'''),
    ("8.3", "partly", 'whole-number result array', '''
def col2im(columns, shape, size, stride):
    N, C, H, W = shape
    result = np.full(shape, 0)
    k = 0
    for top in range(0, H - size + 1, stride):
        for left in range(0, W - size + 1, stride):
            part = result[:, :, top:top + size, left:left + size]
            result[:, :, top:top + size, left:left + size] = part + columns[:, :, k].reshape(N, C, size, size)
            k += 1
    return result
'''),
    ("8.4", "one part: another order", 'a tiny ramp breaks ties in favour of the first pixel, and also wins over …', '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        N, C, H, W = x.shape
        windows = x.reshape(N, C, H // 2, 2, W // 2, 2).transpose(3, 4).flatten(4)
        index = (windows - 0.001 * mt.arange(4)).argmax(dim=-1, keepdim=True)   # the first wins
        ctx.save_for_backward(index)
        ctx.shape = x.shape
        return windows.gather(4, index).squeeze(-1)

    @staticmethod
    def backward(ctx, grad):
        (index,), (N, C, H, W) = ctx.saved_tensors, ctx.shape
        zeros = mt.zeros(N, C, H // 2, W // 2, 4, dtype=grad.dtype)
        g = zeros.scatter(4, index, grad.unsqueeze(-1))
        return g.reshape(N, C, H // 2, W // 2, 2, 2).transpose(3, 4).reshape(N, C, H, W)
'''),
    ("8.5", "one change", 'layers of size 1 are skipped as seeing nothing more, and …', '''
def receptive_field(layers):
    field = jump = 1
    for size, stride in layers:
        if size == 1:
            continue                              # a 1 x 1 window sees one pixel
        field += (size - 1) * jump
        jump *= stride
    return field
'''),
    ("8.5", "partly", 'the distance is the largest stride so far, not the product of all', '''
def receptive_field(layers):
    r, jump = 1, 1
    for size, stride in layers:
        r = r + (size - 1) * jump
        jump = max(jump, stride)
    return r
'''),
    ("8.5", "partly", 'radius on both sides with size // 2', '''
def receptive_field(layers):
    radius, jump = 0, 1
    for size, stride in layers:
        radius += size // 2 * jump
        jump *= stride
    return 2 * radius + 1
'''),
    ("8.6", "shortcut taken twice", 'the shortcut is called twice (once to look at its shape)', '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = self.bn2(self.conv2(self.bn1(self.conv1(x)).relu()))
        assert self.shortcut(x).shape == out.shape, "shapes differ"
        return (out + self.shortcut(x)).relu()
'''),
    ("8.6", "relu of x first", 'relu on x first (pre-activation)', '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        x = x.relu()
        out = self.conv1(x)
        out = self.bn1(out).relu()
        out = self.bn2(self.conv2(out))
        return (out + self.shortcut(x)).relu()
'''),
    ("8.6", "relu with an end", 'relu6 (clamp to 0 … 6) instead of relu', '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = self.bn1(self.conv1(x)).clamp(0, 6)
        out = self.bn2(self.conv2(out))
        return (out + self.shortcut(x)).clamp(0, 6)
'''),
    ("8.6", "only in training", 'the shortcut is added only in training mode, as if it were dropout', '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = self.bn2(self.conv2(self.bn1(self.conv1(x)).relu()))
        if self.training:
            out = out + self.shortcut(x)
        return out.relu()
'''),
    ("8.1", "square", "every kernel taken for square, pixel by pixel", '''
def conv2d(image, kernel, stride):
    H, W = image.shape
    size = kernel.shape[0]
    out = []
    for i in range(0, H - size + 1, stride):
        row = []
        for j in range(0, W - size + 1, stride):
            total = 0
            for a in range(size):
                for b in range(size):
                    total += image[i + a, j + b] * kernel[a, b]
            row.append(total)
        out.append(row)
    return np.array(out)
''', "slow"),
    ("8.1", "whole numbers", "the result has the image's dtype", '''
def conv2d(image, kernel, stride):
    h, w = kernel.shape
    rows = (image.shape[0] - h) // stride + 1
    cols = (image.shape[1] - w) // stride + 1
    out = np.zeros((rows, cols), dtype=image.dtype)
    for i in range(rows):
        for j in range(cols):
            top, left = i * stride, j * stride
            out[i, j] = np.sum(image[top:top + h, left:left + w] * kernel)
    return out
''', "slow"),
    ("8.1", "right", "sliding windows and an einsum", '''
def conv2d(image, kernel, stride):
    windows = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)[::stride, ::stride]
    return np.einsum("ijab,ab->ij", windows, kernel)
''', "slow"),
    ("8.2", "windows in front", "stacked along dimension 1, then laid out anew", '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    cols = []
    for i in range(0, H - size + 1, stride):
        for j in range(0, W - size + 1, stride):
            cols.append(x[:, :, i:i + size, j:j + size].reshape(N, -1))
    return np.stack(cols, axis=1).reshape(N, C * size * size, -1)
''', "slow"),
    ("8.2", "first image only", "the first image for the whole batch", '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    h = (H - size) // stride + 1
    w = (W - size) // stride + 1
    out = np.zeros((N, C * size * size, h * w), dtype=x.dtype)
    for i in range(h):
        for j in range(w):
            window = x[0, :, i * stride:i * stride + size, j * stride:j * stride + size]
            out[:, :, i * w + j] = window.reshape(-1)
    return out
''', "slow"),
    ("8.2", "", "one buffer for each shape in a default argument", '''
def im2col(x, size, stride, buffers={}):
    N, C, H, W = x.shape
    h, w = (H - size) // stride + 1, (W - size) // stride + 1
    key = (N, C, size, h, w, str(x.dtype))
    if key not in buffers:                       # saves making a new array each time
        buffers[key] = np.empty((N, C, size, size, h, w), dtype=x.dtype)
    out = buffers[key]
    for a in range(size):
        for b in range(size):
            out[:, :, a, b] = x[:, :, a:a + stride * h:stride, b:b + stride * w:stride]
    return out.reshape(N, C * size * size, h * w)
''', "slow"),
    ("8.2", "right", "windows stacked along a last axis", '''
def im2col(x, size, stride):
    corners = lambda n: range(0, n - size + 1, stride)
    return np.stack([x[:, :, i:i + size, j:j + size].reshape(len(x), -1)
                     for i in corners(x.shape[2]) for j in corners(x.shape[3])], axis=-1)
''', "slow"),
    ("8.3", "right", "np.add.at at the numbers of all pixels", '''
def col2im(grad, shape, k, step):
    n, c, height, width = shape
    where = np.arange(height * width).reshape(height, width)
    corners = [(i, j) for i in range(0, height - k + 1, step) for j in range(0, width - k + 1, step)]
    index = np.stack([where[i:i + k, j:j + k].ravel() for i, j in corners], axis=-1)      # (k*k, windows)
    flat = np.zeros((n, c, height * width), dtype=grad.dtype)
    np.add.at(flat, (slice(None), slice(None), index), grad.reshape(n, c, k * k, len(corners)))
    return flat.reshape(shape)
''', "slow"),
    ("8.4", "right", "four strided slices, the first of the largest", '''
class MaxPool(mt.autograd.Function):
    PLACES = [(0, 0), (0, 1), (1, 0), (1, 1)]                    # the order of reading

    @staticmethod
    def largest(x):
        best = None
        for i, j in MaxPool.PLACES:
            part = x[:, :, i::2, j::2]
            best = part if best is None else mt.where(part > best, part, best)
        return best

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return MaxPool.largest(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        out, free, result = MaxPool.largest(x), mt.ones_like(grad), mt.zeros(*x.shape, dtype=grad.dtype)
        for i, j in MaxPool.PLACES:
            hit = (x[:, :, i::2, j::2] == out).to(grad.dtype) * free
            free = free - hit                                     # whoever came first has it
            result[:, :, i::2, j::2] = grad * hit
        return result
''', "slow"),
    ("8.5", "partly", "the last stride above 1 counts", '''
def receptive_field(layers):
    field, jump = 1, 1
    for size, stride in layers:
        field += (size - 1) * jump
        jump = stride if stride > 1 else jump
    return field
''', "slow"),
    ("8.6", "right", "a Sequential made on the way", '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, inputs):
        identity = self.shortcut(inputs)
        path = nn.Sequential(self.conv1, self.bn1, nn.ReLU(), self.conv2, self.bn2)
        return F.relu(identity + path(inputs))
''', "slow"),
    ("8.3", "", "zeros of float32", '''
N, C, H, W = shape
out, n = np.zeros(shape, dtype=np.float32), 0
for top in range(0, H - size + 1, stride):
    for left in range(0, W - size + 1, stride):
        out[:, :, top:top + size, left:left + size] += columns[:, :, n].reshape(N, C, size, size)
        n += 1
return out
'''),
    ("8.4", "", "the largest as float32", '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        corners = np.stack([x.detach().numpy()[..., i::2, j::2] for i in (0, 1) for j in (0, 1)])
        ctx.index = corners.argmax(axis=0)
        return mt.tensor(corners.max(axis=0).astype(np.float32))

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = grad.shape
        out = np.zeros((n, c, 2 * h, 2 * w))
        for place in range(4):
            out[..., place // 2::2, place % 2::2] = np.where(ctx.index == place, grad.numpy(), 0)
        return mt.tensor(out)
'''),
    ("8.4", "", "a gradient of float32", '''
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        corners = np.stack([x.detach().numpy()[..., i::2, j::2] for i in (0, 1) for j in (0, 1)])
        ctx.index = corners.argmax(axis=0)
        return mt.tensor(corners.max(axis=0))

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = grad.shape
        out = np.zeros((n, c, 2 * h, 2 * w), np.float32)
        for place in range(4):
            out[..., place // 2::2, place % 2::2] = np.where(ctx.index == place, grad.numpy(), 0)
        return mt.tensor(out)
'''),
    ("8.6", "norm before convolution", "a block with its norms in front", '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = self.conv1(self.bn1(x).relu())
        out = self.conv2(self.bn2(out).relu())
        return out + self.shortcut(x)
'''),
    ("8.8", "0 counts from the end", "zeros and the rest, joined", '''
out = np.zeros_like(images)
for n, (down, right) in enumerate(moves):
    im = images[n]
    if down >= 0:
        im = np.concatenate([np.zeros_like(im[:, :down]), im[:, :-down]], axis=1)
    else:
        im = np.concatenate([im[:, -down:], np.zeros_like(im[:, :-down])], axis=1)
    if right >= 0:
        im = np.concatenate([np.zeros_like(im[:, :, :right]), im[:, :, :-right]], axis=2)
    else:
        im = np.concatenate([im[:, :, -right:], np.zeros_like(im[:, :, :-right])], axis=2)
    out[n] = im
return out
'''),
    ("8.8", "right", "matrices with ones off the diagonal", '''
H, W = images.shape[2:]
return np.stack([np.eye(H, k=-d) @ im @ np.eye(W, k=r) for im, (d, r) in zip(images, moves)]).astype(images.dtype)
'''),
    ("8.7", "no frame", "padding forgotten", '''
def conv2d_derivative(grad, x, weight, stride, padding):
    N, O = grad.shape[0], grad.shape[1]
    size = weight.shape[2]
    columns = im2col(x, size, stride)
    g = grad.reshape(N, O, -1)
    w = weight.reshape(O, -1)
    dx = col2im(w.T @ g, x.shape, size, stride)
    dw = np.zeros(w.shape)
    for n in range(N):
        dw += g[n] @ columns[n].T
    db = grad.sum(axis=(0, 2, 3))
    return dx, dw.reshape(weight.shape), db
'''),
    ("8.3", "overwritten", "+= with arrays of indices", '''
def col2im(columns, shape, size, stride):
    N, C, H, W = shape
    rows = (H - size) // stride + 1
    cols = (W - size) // stride + 1
    i = np.repeat(np.arange(size), size)[:, None] + stride * np.repeat(np.arange(rows), cols)[None]
    j = np.tile(np.arange(size), size)[:, None] + stride * np.tile(np.arange(cols), rows)[None]
    out = np.zeros(shape)
    out[:, :, i, j] += columns.reshape(N, C, size * size, rows * cols)
    return out
'''),
    ("8.1", "matrix product", "matrix product, kernel turned", '''
def conv2d(image, kernel, stride):
    h, w = kernel.shape
    rows = (image.shape[0] - h) // stride + 1
    cols = (image.shape[1] - w) // stride + 1
    out = np.zeros((rows, cols))
    for i in range(rows):
        for j in range(cols):
            window = image[i * stride:i * stride + h, j * stride:j * stride + w]
            out[i, j] = (window @ kernel.T).sum()
    return out
'''),
    ("8.2", "images side by side", "the layout of CS231n", '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    out_height = (H - size) // stride + 1
    out_width = (W - size) // stride + 1
    i0 = np.tile(np.repeat(np.arange(size), size), C)
    i1 = stride * np.repeat(np.arange(out_height), out_width)
    j0 = np.tile(np.arange(size), size * C)
    j1 = stride * np.tile(np.arange(out_width), out_height)
    i = i0.reshape(-1, 1) + i1.reshape(1, -1)
    j = j0.reshape(-1, 1) + j1.reshape(1, -1)
    k = np.repeat(np.arange(C), size * size).reshape(-1, 1)
    cols = x[:, k, i, j]
    return cols.transpose(1, 2, 0).reshape(size * size * C, -1)
'''),
    ("8.7", "one part: divided by how many there are", "means over the images", '''
def conv2d_derivative(grad, x, weight, stride, padding):
    N, C, H, W = x.shape
    O, _, size, _ = weight.shape
    frame = np.zeros((N, C, H + 2 * padding, W + 2 * padding))
    frame[:, :, padding:H + padding, padding:W + padding] = x
    columns = im2col(frame, size, stride)
    g = grad.reshape(N, O, -1)
    d_filters = (g @ np.swapaxes(columns, 1, 2)).mean(axis=0)
    d_bias = g.sum(axis=2).mean(axis=0)
    d_frame = col2im(weight.reshape(O, -1).T @ g, frame.shape, size, stride)
    return d_frame[:, :, padding:H + padding, padding:W + padding], d_filters.reshape(weight.shape), d_bias
'''),
    ("8.7", "one image only", "the last image only", '''
def conv2d_derivative(grad, x, weight, stride, padding):
    N, C, H, W = x.shape
    O, size = weight.shape[0], weight.shape[2]
    padded = np.pad(x, [(0, 0), (0, 0), (padding, padding), (padding, padding)])
    cols = im2col(padded, size, stride)
    w = weight.reshape(O, -1)
    dcols = np.zeros(cols.shape)
    for n in range(N):
        g = grad[n].reshape(O, -1)
        dw = g @ cols[n].T
        dcols[n] = w.T @ g
    dx = col2im(dcols, padded.shape, size, stride)[:, :, padding:padding + H, padding:padding + W]
    return dx, dw.reshape(weight.shape), grad.sum(axis=(0, 2, 3))
'''),
    ("8.7", "only where", "a full convolution of the gradient", '''
def conv2d_derivative(grad, x, weight, stride, padding):
    N, C, H, W = x.shape
    O, _, size, _ = weight.shape
    xp = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    columns = im2col(xp, size, stride)
    g = grad.reshape(N, O, -1)
    d_weight = (g @ columns.transpose(0, 2, 1)).sum(axis=0).reshape(weight.shape)
    d_bias = g.sum(axis=(0, 2))
    # "the gradient of a convolution is a convolution with the flipped kernel"
    edge = size - 1
    big = np.pad(grad, ((0, 0), (0, 0), (edge, edge), (edge, edge)))
    turned = weight[:, :, ::-1, ::-1].transpose(1, 0, 2, 3).reshape(C, -1)
    full = turned @ im2col(big, size, 1)
    full = full.reshape(N, C, big.shape[2] - edge, big.shape[3] - edge)
    return full[:, :, padding:padding + H, padding:padding + W], d_weight, d_bias
'''),
    ("8.8", "frame too narrow", "a frame of 4", '''
def move_images(images, moves):
    padding = 4
    N, C, H, W = images.shape
    framed = np.pad(images, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    moved = []
    for n in range(N):
        top = padding - moves[n, 0]
        left = padding - moves[n, 1]
        moved.append(framed[n, :, top:top + H, left:left + W])
    return np.stack(moved)
'''),
    ("8.6", "x overwritten", "x written over twice", '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        x = mt.relu(self.bn1(self.conv1(x)))
        x = self.bn2(self.conv2(x))
        return mt.relu(x + self.shortcut(x))
'''),
    ("8.1", "whole numbers", "an array like the image", '''
def conv2d(image, kernel, stride):
    H, W = image.shape
    h, w = kernel.shape
    result = np.zeros_like(image, shape=((H - h) // stride + 1, (W - w) // stride + 1))
    for i, top in enumerate(range(0, H - h + 1, stride)):
        for j, left in enumerate(range(0, W - w + 1, stride)):
            result[i, j] = (image[top:top + h, left:left + w] * kernel).sum()
    return result
'''),
    ("8.2", "images side by side", "all images in one matrix", '''
def im2col(x, size, stride):
    N, C, H, W = x.shape
    oh, ow = (H - size) // stride + 1, (W - size) // stride + 1
    cols = np.zeros((C * size * size, N * oh * ow))
    k = 0
    for i in range(oh):
        for j in range(ow):
            for n in range(N):
                patch = x[n, :, i * stride:i * stride + size, j * stride:j * stride + size]
                cols[:, k] = patch.ravel()
                k += 1
    return cols
'''),
    ("8.7", "images mixed", "reshaped across images", '''
def conv2d_derivative(grad, x, weight, stride, padding):
    O, C, size, _ = weight.shape
    N, _, H, W = x.shape
    padded = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    cols = im2col(padded, size, stride)
    g = grad.reshape(O, -1)
    flat = cols.transpose(1, 0, 2).reshape(C * size * size, -1)
    dw = (g @ flat.T).reshape(weight.shape)
    db = g.sum(axis=1)
    dcols = weight.reshape(O, -1).T @ grad.reshape(N, O, -1)
    dx = col2im(dcols, padded.shape, size, stride)
    return dx[:, :, padding:padding + H, padding:padding + W], dw, db
'''),
    ("8.7", "one for each image", "a part for each image", '''
def conv2d_derivative(grad, x, weight, stride, padding):
    N, C, H, W = x.shape
    O, _, size, _ = weight.shape
    framed = np.pad(x, [(0, 0), (0, 0), (padding, padding), (padding, padding)])
    columns = im2col(framed, size, stride)
    g = grad.reshape(N, O, -1)
    grad_weight = (g @ columns.transpose(0, 2, 1)).reshape(N, O, C, size, size)
    grad_x = col2im(weight.reshape(O, -1).T @ g, framed.shape, size, stride)
    grad_x = grad_x[:, :, padding:padding + H, padding:padding + W]
    return grad_x, grad_weight, g.sum(axis=(0, 2))
'''),
    ("8.8", "frame too narrow", "a frame of 2, stacked", '''
def move_images(images, moves):
    N, C, H, W = images.shape
    framed = np.pad(images, ((0, 0), (0, 0), (2, 2), (2, 2)))
    return np.stack([framed[n, :, 2 - d:2 - d + H, 2 - r:2 - r + W] for n, (d, r) in enumerate(moves)])
'''),
    ("8.1", "as large as the image", "a frame that keeps the size", '''
def conv2d(image, kernel, stride):
    h, w = kernel.shape
    padded = np.pad(image.astype(float), ((h // 2, h - 1 - h // 2), (w // 2, w - 1 - w // 2)))
    out = []
    for i in range(0, image.shape[0], stride):
        out.append([(padded[i:i + h, j:j + w] * kernel).sum() for j in range(0, image.shape[1], stride)])
    return np.array(out)
'''),
    ("8.6", "norm after the sum", "sum and relu before the norm", '''
class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = self.conv1(x)
        out = self.conv2(self.bn1(out).relu())
        out = self.bn2((out + self.shortcut(x)).relu())
        return out
'''),
    ("8.7", "right", "im2col and col2im of before", '''
def conv2d_derivative(grad, x, weight, stride, padding):
    O, C, size, _ = weight.shape
    N, _, H, W = x.shape
    framed = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    columns = im2col(framed, size, stride)
    g = grad.reshape(N, O, -1)
    to_columns = weight.reshape(O, -1).T @ g
    to_x = col2im(to_columns, framed.shape, size, stride)[:, :, padding:padding + H, padding:padding + W]
    to_weight = (g @ columns.transpose(0, 2, 1)).sum(axis=0).reshape(weight.shape)
    return to_x, to_weight, grad.sum(axis=(0, 2, 3))
'''),
    ("8.7", "right", "sliding_window_view and tensordot", '''
def conv2d_derivative(grad, x, weight, stride, padding):
    size, (H, W) = weight.shape[-1], x.shape[2:]

    def add_frame(images, by):
        return np.pad(images, [(0, 0)] * 2 + [(by, by)] * 2)

    def cut_frame(images, by):
        return images if by == 0 else images[:, :, by:-by, by:-by]

    framed = add_frame(x, padding)
    seen = np.lib.stride_tricks.sliding_window_view(framed, (size, size), axis=(2, 3))[:, :, ::stride, ::stride]
    of_weight = np.tensordot(grad, seen, axes=([0, 2, 3], [0, 2, 3]))       # (O, C, size, size)
    stamps = np.tensordot(grad, weight, axes=([1], [0]))                    # (N, rows, columns, C, size, size)
    of_framed = np.zeros(framed.shape)
    for i in range(grad.shape[2]):
        for j in range(grad.shape[3]):
            of_framed[:, :, i * stride:i * stride + size, j * stride:j * stride + size] += stamps[:, i, j]
    of_bias = grad.sum(axis=3).sum(axis=2).sum(axis=0)
    return cut_frame(of_framed, padding), of_weight, of_bias
'''),
    ("8.7", "right", "image by image", '''
def with_frame(x, p):
    N, C, H, W = x.shape
    out = np.zeros((N, C, H + 2 * p, W + 2 * p))
    out[:, :, p:H + p, p:W + p] = x
    return out

def without_frame(x, p):
    return x if p == 0 else x[:, :, p:-p, p:-p]

def conv2d_derivative(grad, x, weight, stride, padding):
    O, C, size, _ = weight.shape
    framed = with_frame(x, padding)
    rows = weight.reshape(O, C * size * size)
    d_rows, d_bias, d_images = np.zeros(rows.shape), np.zeros(O), []
    for image, g in zip(framed, grad):
        g = g.reshape(O, -1)
        columns = im2col(image[None], size, stride)[0]
        d_rows += g @ columns.T
        d_bias += g.sum(axis=1)
        d_images.append(col2im((rows.T @ g)[None], (1, *image.shape), size, stride))
    return without_frame(np.concatenate(d_images), padding), d_rows.reshape(weight.shape), d_bias
'''),
]
