"""Flatten nested containers to a list of leaves and a spec that rebuilds the containers: torch.utils._pytree's names.

    leaves, spec = tree_flatten({"a": [1, 2], "b": 3})     [1, 2, 3], and the structure
    tree_unflatten([10, 20, 30], spec)                     {"a": [10, 20], "b": 30}
"""

from collections import OrderedDict, defaultdict, deque, namedtuple
from functools import partial

SequenceKey, MappingKey, GetAttrKey = namedtuple("SequenceKey", "idx"), namedtuple("MappingKey", "key"), namedtuple(
    "GetAttrKey", "name")
Node = namedtuple("Node", "flatten_fn unflatten_fn keys")     # keys: None, or a function x -> ([(key, child)], context)
SUPPORTED_NODES: dict = {}               # {type of a container: how to flatten and rebuild it}


class TreeSpec:
    """The structure of a container: its type, the context from `flatten_fn`, and the specs of its children."""

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, children_specs
        self.num_leaves = sum(child.num_leaves for child in children_specs) if type else 1
        self.num_nodes = 1 + sum(child.num_nodes for child in children_specs)
        self.num_children = len(children_specs)

    def is_leaf(self):
        return self.type is None

    def unflatten(self, leaves):
        return tree_unflatten(leaves, self)

    def __eq__(self, other):
        return isinstance(other, TreeSpec) and (self.type, self.context, self.children_specs) == (
            other.type, other.context, other.children_specs)

    def __repr__(self):
        if self.type is None:
            return "*"
        return f"TreeSpec({self.type.__name__}, {self.context}, {self.children_specs})"


def LeafSpec():
    return TreeSpec(None, None, [])


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, flatten_with_keys_fn=None, **names):
    """Register a container class: flatten_fn(x) returns (children, context), unflatten_fn(children, context) returns x.

    flatten_with_keys_fn(x) returns ([(key, child)], context); `names`, which PyTorch writes to files, have no effect.
    """
    SUPPORTED_NODES[cls] = Node(flatten_fn, unflatten_fn, flatten_with_keys_fn)


_register_pytree_node = register_pytree_node


def by_index(x):
    return [(SequenceKey(i), child) for i, child in enumerate(x)], None


def by_key(x, context=list):
    return [(MappingKey(key), child) for key, child in x.items()], context(x)


_dict_flatten_with_keys = by_key


def of_mapping(rebuild, context=list):
    """Return the Node of a mapping: its children are the values, its context the keys."""
    return Node(lambda x: (list(x.values()), context(x)), rebuild, partial(by_key, context=context))


for sequence in (list, tuple):
    SUPPORTED_NODES[sequence] = Node(lambda x: (list(x), None), lambda leaves, context, make=sequence: make(leaves),
                                     by_index)
SUPPORTED_NODES[deque] = Node(lambda x: (list(x), x.maxlen), deque, lambda x: (by_index(x)[0], x.maxlen))
SUPPORTED_NODES[namedtuple] = Node(
    lambda x: (list(x), type(x)), lambda leaves, kind: kind(*leaves),
    lambda x: ([(GetAttrKey(name), child) for name, child in zip(x._fields, x)], type(x)))
for mapping in (dict, OrderedDict):
    SUPPORTED_NODES[mapping] = of_mapping(lambda leaves, keys, make=mapping: make(zip(keys, leaves)))
SUPPORTED_NODES[defaultdict] = of_mapping(
    lambda leaves, context: defaultdict(context[0], zip(context[1], leaves)), lambda x: [x.default_factory, list(x)])


def _get_node_type(tree):
    """Return the type under which a value is registered: its own type, or `namedtuple` for every named tuple."""
    kind = type(tree)
    return namedtuple if kind not in SUPPORTED_NODES and isinstance(tree, tuple) and hasattr(tree, "_fields") else kind


def tree_flatten_with_path(tree, is_leaf=None):
    """Return ([(path, leaf)], spec); a path is a tuple of keys, from the outermost container to the leaf."""
    kind = _get_node_type(tree)
    if kind not in SUPPORTED_NODES or is_leaf is not None and is_leaf(tree):
        return [((), tree)], LeafSpec()
    node = SUPPORTED_NODES[kind]
    if node.keys is None:
        children, context = node.flatten_fn(tree)
        keyed = [(SequenceKey(i), child) for i, child in enumerate(children)]
    else:
        keyed, context = node.keys(tree)
    leaves, specs = [], []
    for key, child in keyed:
        inner, spec = tree_flatten_with_path(child, is_leaf)
        leaves += [((key, *path), leaf) for path, leaf in inner]
        specs.append(spec)
    return leaves, TreeSpec(kind, context, specs)


def tree_flatten(tree, is_leaf=None):
    """Return (leaves, spec) of nested containers; a value x is a leaf if it is no container, or if is_leaf(x)."""
    leaves, spec = tree_flatten_with_path(tree, is_leaf)
    return [leaf for _, leaf in leaves], spec


def tree_unflatten(leaves, treespec):
    """Return containers of the spec's structure with these leaves."""
    leaves = list(leaves)
    if len(leaves) != treespec.num_leaves:
        raise ValueError(f"tree_unflatten(leaves, treespec): `leaves` has length {len(leaves)} but the spec refers to "
                         f"a pytree that holds {treespec.num_leaves} items ({treespec}).")
    return rebuilt(iter(leaves), treespec)


def rebuilt(leaves, spec):
    if spec.is_leaf():
        return next(leaves)
    return SUPPORTED_NODES[spec.type].unflatten_fn([rebuilt(leaves, child) for child in spec.children_specs],
                                                   spec.context)


def tree_leaves(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[0]


def tree_structure(tree, is_leaf=None):
    return tree_flatten(tree, is_leaf)[1]


def tree_iter(tree, is_leaf=None):
    return iter(tree_leaves(tree, is_leaf))


def flatten_up_to(tree, spec):
    """Return the parts of a tree at the leaves of a spec; raise ValueError if the tree has another structure."""
    if spec.is_leaf():
        return [tree]
    if _get_node_type(tree) is not spec.type:
        raise ValueError(f"Type mismatch; expected {spec.type}, but got {type(tree)}.")
    children = list(SUPPORTED_NODES[spec.type].flatten_fn(tree)[0])
    if len(children) != spec.num_children:
        raise ValueError(f"Node arity mismatch; expected {spec.num_children}, but got {len(children)}.")
    if spec.type in (dict, OrderedDict, defaultdict):
        keys = list(spec.context[1] if spec.type is defaultdict else spec.context)
        if set(keys) != set(tree):
            raise ValueError(f"Node keys mismatch; expected {keys}, but got {list(tree)}.")
        children = [tree[key] for key in keys]
    return [leaf for child, inner in zip(children, spec.children_specs) for leaf in flatten_up_to(child, inner)]


def tree_map(func, tree, *rests, is_leaf=None):
    """Return the tree with each leaf replaced by func(leaf, *the leaves of `rests` at the same path)."""
    leaves, spec = tree_flatten(tree, is_leaf)
    return spec.unflatten([func(*row) for row in zip(leaves, *(flatten_up_to(rest, spec) for rest in rests))])


def tree_map_(func, tree, *rests, is_leaf=None):
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def tree_map_only(kind, func, tree, is_leaf=None):
    """Return the tree with each leaf of type `kind`, or of a tuple of types, replaced by func(leaf); others stay."""
    return tree_map(lambda leaf: func(leaf) if isinstance(leaf, kind) else leaf, tree, is_leaf=is_leaf)


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    leaves, spec = tree_flatten_with_path(tree, is_leaf)
    others = [flatten_up_to(rest, spec) for rest in rests]
    return spec.unflatten([func(path, leaf, *row) for (path, leaf), *row in zip(leaves, *others)])


def tree_all(pred, tree, is_leaf=None):
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any(pred, tree, is_leaf=None):
    return any(map(pred, tree_leaves(tree, is_leaf)))
