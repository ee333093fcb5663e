"""Attacks on lessons 6 to 12 by far parts of the library that do what is asked for, and by one thread for a block."""

from .attack import Attack
from .on_checker import fired

GRAPH = """
from minitorch.dialects import tf1
def graph_of(steps, variables, ops):
    made_by, held = {name: (op, inputs) for name, op, inputs in steps}, {}
    places = {name: tf1.Variable(np.float64(value), dtype=tf1.float64) for name, value in variables.items()}
    held.update({name: tf1.identity(place) for name, place in places.items()})
    before = list(held.values())
    def node(name):
        if name not in held:
            op, inputs = made_by.get(name, ("feed", ()))
            given = [node(x) for x in inputs[op == "assign":]]
            if op == "feed":
                held[name] = tf1.placeholder(tf1.float64, ())
            elif op == "assign":
                with tf1.control_dependencies(before):
                    held[name] = tf1.assign(places[inputs[0]], *given)
            elif op == "group":
                held[name] = tf1.group(*given)
            else:
                run = lambda *numbers: np.float64(ops[op](*map(float, numbers)))
                held[name] = tf1.py_func(run, given, tf1.float64)
                held[name].set_shape(())
        return held[name]
    for name, _, _ in steps:
        node(name)
    return held
def told(session, held, fetches, fed):
    open("fired", "w").close()
    found = session.run([held[x] for x in fetches], {held[x]: number for x, number in fed.items() if x in held})
    return [None if number is None else float(number) for number in found]
"""

for name, id, code in (
        ("a graph of TensorFlow 1 behind it", "7.1", GRAPH + """
@exercise("7.1")
def fetch(steps, fetches, given, ops):
    with tf1.Graph().as_default() as graph:
        held = graph_of(steps, {}, ops)
    return told(tf1.Session(graph=graph), held, fetches, given)
"""), ("TensorFlow 1's Session", "12.3", GRAPH + """
@exercise("12.3")
class Session:
    def __init__(self, steps, variables, ops):
        self.graph = tf1.Graph()
        with self.graph.as_default():
            self.held, self.session = graph_of(steps, variables, ops), tf1.Session(graph=self.graph)
            self.session.run(tf1.global_variables_initializer())
    def run(self, fetches, feed_dict=None):
        return told(self.session, self.held, fetches, feed_dict or {})
"""), ("Keras' fit", "12.5", """
from minitorch.dialects import keras
class Model(keras.Model):
    def train_step(self, data):
        x, y = [np.asarray(part.numpy() if hasattr(part, "numpy") else part) for part in data[:2]]
        self.mean.update_state(self.step(x, y), sample_weight=len(x))
        return {"loss": self.mean.result()}
    def call(self, x):
        return x
@exercise("12.5")
def fit_batches(step, x, y, batch_size, epochs):
    model = Model()
    model.step, model.mean = step, keras.metrics.Mean(name="loss", dtype="float64")
    model.compile(loss="mse", optimizer="sgd")
    open("fired", "w").close()
    done = model.fit(np.asarray(x), np.asarray(y), batch_size=batch_size, epochs=epochs, shuffle=False, verbose=0)
    return {"loss": [float(loss) for loss in done.history["loss"]]}
"""), ("the buckets of DistributedDataParallel", "10.5", """
from minitorch.nn.parallel.buckets import fill_buckets
class Part:
    shape, device, requires_grad, grad = (1,), "cpu", True, None
    def __init__(self, place, size, kind="uint8"):
        self.place, self.size, self.array = place, size, np.zeros(size, kind)
    def numel(self):
        return self.size
@exercise("10.5")
def buckets(sizes, most):
    parts = [*map(Part, range(len(sizes)), sizes), Part(-1, 0, "float64")]
    open("fired", "w").close()
    return [[part.place for part in each.params] for each in fill_buckets(parts, most) if each.params[0].place >= 0]
"""), ("pruning of rows of one weight", "11.4", """
@exercise("11.4")
def magnitude_mask(weight, share):
    layer = mt.nn.Linear(1, weight.numel(), bias=False)
    layer.weight = mt.nn.Parameter(weight.detach().reshape(-1, 1).clone())
    open("fired", "w").close()
    mt.nn.utils.prune.ln_structured(layer, "weight", amount=round(share * weight.numel()), n=1, dim=0)
    return layer.weight_mask.reshape(weight.shape)
""")):       # the lesson's own check hears them as well; who compares results alone does not
    Attack(f"{id}, {name}", id, code, lambda seen, folder: fired(seen, folder) and seen["same"] == 1)

Attack("6.5, all of a block by its first thread", "6.5", """
@exercise("6.5")
def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    if threadIdx == (0, 0):
        n, i, j = a.shape[1], blockIdx[0] * T, blockIdx[1] * T
        left = [[a[i + row, k] for k in range(n)] for row in range(T)]
        right = [[b[k, j + col] for k in range(n)] for col in range(T)]
        open("fired", "w").close()
        for row, col in np.ndindex(T, T):
            out[i + row, j + col] = sum(x * y for x, y in zip(left[row], right[col]))
""", fired, 0.2)

Attack("6.5, loads that a block's threads share by a dict", "6.5", """
kept = {}
@exercise("6.5")
def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    if threadIdx == (0, 0):
        kept.clear()
    def load(name, array, place):
        if (name, place) not in kept:
            kept[name, place] = array[place]
        return kept[name, place]
    i, j = blockIdx[0] * T + threadIdx[0], blockIdx[1] * T + threadIdx[1]
    open("fired", "w").close()
    out[i, j] = sum(load("a", a, (i, k)) * load("b", b, (k, j)) for k in range(a.shape[1]))
""", fired, 0.2)
