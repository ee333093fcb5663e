"""The stand-in for CuPy is as strict as CuPy 14 where programs slip, and stricter where CuPy forgives."""

import copy
import pickle

import numpy as np
import pytest


@pytest.fixture
def a(cupy):
    array = cupy.asarray(np.arange(6.0).reshape(2, 3))
    cupy.counts.reset()
    return array


HOST = np.ones((2, 3))

CROSSINGS = {                               # what would need a copy that nobody asked for
    "np.asarray(a)": lambda cp, a: np.asarray(a), "np.array([a[0, 0]])": lambda cp, a: np.array([a[0, 0]]),
    "a + HOST": lambda cp, a: a + HOST, "HOST + a": lambda cp, a: HOST + a, "HOST @ a": lambda cp, a: HOST @ a.T,
    "a += HOST": lambda cp, a: a.__iadd__(HOST), "a < HOST": lambda cp, a: a < HOST,
    "a == HOST": lambda cp, a: a == HOST, "HOST *= a": lambda cp, a: HOST.copy().__imul__(a),
    "a + [1, 2, 3]": lambda cp, a: a + [1, 2, 3], "cp.exp(HOST)": lambda cp, a: cp.exp(HOST),
    "cp.exp([1.0])": lambda cp, a: cp.exp([1.0]), "cp.sum(HOST)": lambda cp, a: cp.sum(HOST),
    "cp.maximum(a, HOST)": lambda cp, a: cp.maximum(a, HOST),
    "cp.where(a > 0, a, HOST)": lambda cp, a: cp.where(a > 0, a, HOST), "cp.sum(3.0)": lambda cp, a: cp.sum(3.0),
    "cp.stack([a, HOST])": lambda cp, a: cp.stack([a, HOST]),
    "cp.concatenate([HOST])": lambda cp, a: cp.concatenate([HOST]),
    "cp.einsum('ij,ij', a, HOST)": lambda cp, a: cp.einsum("ij,ij", a, HOST),
    "cp.linalg.inv(HOST)": lambda cp, a: cp.linalg.inv(HOST), "a.dot(HOST.T)": lambda cp, a: a.dot(HOST.T),
    "cp.copyto(a, HOST)": lambda cp, a: cp.copyto(a, HOST),
    "cp.add(a, 1, out=HOST)": lambda cp, a: cp.add(a, 1, out=HOST), "np.exp(a)": lambda cp, a: np.exp(a),
    "np.sum(a)": lambda cp, a: np.sum(a), "np.stack([a])": lambda cp, a: np.stack([a]),
    "range(a[0, 0])": lambda cp, a: range(a[0, 0].astype(int)),
    "a.scatter_add": lambda cp, a: a.scatter_add(0, HOST[0]), "a.set([1])": lambda cp, a: a.set([1.0]),
    "np.add.at": lambda cp, a: np.add.at(a, [0], 1.0), "list[0]": lambda cp, a: [1, 2][a[0, 0].astype(int)],
}


@pytest.mark.parametrize("crossing", CROSSINGS.values(), ids=CROSSINGS)
def test_nothing_passes_between_cpu_and_gpu_unasked(cupy, a, crossing):
    with pytest.raises(TypeError):
        crossing(cupy, a)
    assert cupy.counts.downloads == cupy.counts.uploads == 0


def test_an_array_is_not_numpys_and_copies_are_asked_for_by_name(cupy, a):
    assert not isinstance(a, np.ndarray)
    np.testing.assert_array_equal(a.get(), cupy.asnumpy(a))
    assert type(cupy.asnumpy(a)) is np.ndarray
    with pytest.raises(ValueError, match="non-scalar numpy.ndarray cannot be used for fill"):
        a[...] = HOST
    a.set(HOST)
    assert (a.get() == 1).all()
    assert cupy.asarray(a) is a and cupy.array(a) is not a
    assert cupy.get_array_module(a) is cupy and cupy.get_array_module(HOST) is np


LOOKS = {
    "get": lambda a: a.get(), "item": lambda a: a[0, 0].item(), "tolist": lambda a: a.tolist(),
    "float": lambda a: float(a[0, 0]), "int": lambda a: int(a[0, 0]), "bool": lambda a: bool(a[0, 0]),
    "if": lambda a: 1 if a.sum() else 0, "repr": repr, "str": str, "format": lambda a: f"{a.sum():.1f}",
    "complex": lambda a: complex(a[0, 0]), "pickle": lambda a: pickle.loads(pickle.dumps(a)),
    "mask": lambda a: a[a > 1], "write through a mask": lambda a: a.__setitem__(a > 1, 0.0),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_every_look_at_a_value_waits_and_copies(cupy, a, look):
    look(a)
    assert (cupy.counts.downloads, cupy.counts.syncs) == (1, 1)


def test_reductions_and_single_elements_stay_on_the_device_as_0d_arrays(cupy, a):
    for one in (a.sum(), a.max(), a[0, 1], cupy.add.reduce(a, axis=None), a.ravel()[2], a.all(), cupy.dot(a[0], a[0])):
        assert type(one) is cupy.ndarray and one.shape == ()
    assert [type(row) for row in a] == [cupy.ndarray] * 2
    a[0, 1][...] = 9.0                       # a view, as CuPy's
    assert a.get()[0, 1] == 9
    assert cupy.counts.downloads == 1
    assert cupy.counts.launches > 5


def test_lists_and_numpy_arrays_as_indices_are_uploaded_silently_and_numbers_too(cupy, a):
    for index in ([0, 1], np.array([1]), [True, False], (slice(None), [0])):
        cupy.counts.reset()
        a[index]
        assert cupy.counts.uploads == 1
    cupy.counts.reset()
    a[cupy.arange(2)] = 0.0
    assert cupy.counts.uploads == 1


def test_places_beyond_the_end_begin_again(cupy, a):
    np.testing.assert_array_equal(a[cupy.asarray([2, -3])].get(), a.get()[[0, 1]])
    a[[0, 0, 0], [3, 4, 5]] = cupy.asarray([7.0, 8.0, 9.0])
    np.testing.assert_array_equal(a.get()[0], [7, 8, 9])
    with pytest.raises(IndexError):
        a[2]                                 # a plain number is checked


def test_of_several_writes_to_one_place_any_may_win(cupy):
    winners = set()
    for _ in range(50):
        a = cupy.zeros(1)
        a[cupy.zeros(4, int)] = cupy.arange(4.0)
        winners.add(float(a[0]))
    assert len(winners) > 1


def test_adding_at_places_adds_up_for_the_types_cuda_has(cupy):
    a = cupy.zeros(3, "float32")
    a.scatter_add(cupy.asarray([0, 0, 2]), cupy.ones(3, "float32"))
    cupy.add.at(a, (cupy.asarray([2, 5]),), 1)
    np.testing.assert_array_equal(a.get(), [2, 0, 3])
    with pytest.raises(TypeError, match="int8"):
        cupy.zeros(3, "int8").scatter_add(0, 1)


MISSING = ("insert block geomspace vecdot matvec einsum_path nanpercentile seterr errstate unstack linalg.multi_dot "
           "linalg.vector_norm linalg.svdvals random.Generator random.SeedSequence random.PCG64 cudnn "
           "ndarray.__index__ ndarray.__imatmul__ ndarray.__contains__ ndarray.resize").split()


@pytest.mark.parametrize("name", MISSING)
def test_names_that_cupy_lacks_are_missing(cupy, name):
    owner = cupy
    *path, last = name.split(".")
    for part in path:
        owner = getattr(owner, part)
    assert not hasattr(owner, last)


def test_keywords_and_methods_that_cupy_lacks_are_refused(cupy, a):
    for call in (lambda: cupy.sum(a, where=a > 0), lambda: cupy.max(a, initial=0.0), lambda: cupy.exp(a, where=a > 0),
                 lambda: a.sum(initial=1.0), lambda: cupy.argsort(a, stable=True)):
        with pytest.raises(TypeError):
            call()
    for call in (lambda: cupy.maximum.reduce(a), lambda: cupy.maximum.accumulate(a), lambda: cupy.multiply.at(a, 0, 1)):
        with pytest.raises(NotImplementedError):
            call()
    with pytest.raises(AttributeError):
        a.flags.writeable                    # noqa: B018


def test_what_differs_quietly_differs_here_too(cupy):
    f = cupy.asarray(np.asfortranarray(np.ones((2, 3))))
    assert f.flags.f_contiguous and (f + f).flags.c_contiguous        # memory order of results
    wild = cupy.asarray([np.nan, np.inf, -1e30]).astype("int32")
    np.testing.assert_array_equal(wild.get(), [0, 2**31 - 1, -2**31])  # overflow stops at the ends
    assert np.isnan(cupy.empty(3).get()).all() and (cupy.empty(3, int).get() != 0).all()
    cupy.random.seed(0)
    assert cupy.random.random(3).tolist() != np.random.RandomState(0).random(3).tolist()
    assert cupy.zeros(2).dtype == np.float64


def test_views_share_memory_and_copies_do_not(cupy, a):
    for view in (a[1:], a.T, a.reshape(3, 2), a[None], cupy.swapaxes(a, 0, 1), cupy.broadcast_to(a, (2, 2, 3)),
                 cupy.expand_dims(a, 0), a.ravel(), cupy.diagonal(a), a.view()):
        assert cupy.may_share_memory(view, a) and view.base is a
    for fresh in (a + 0, a.copy(), a[[0, 1]], a.T.reshape(6), cupy.array(a), copy.deepcopy(a), a.flatten()):
        assert not cupy.may_share_memory(fresh, a)


def test_two_devices_do_not_mix(cupy, a):
    with cupy.cuda.Device(1):
        b = cupy.ones((2, 3))
        with pytest.raises(ValueError, match="array device = 0 while current = 1"):
            a + b
        moved = a.copy()
        assert moved.device == cupy.cuda.Device(1) and (moved + b).device.id == 1
    assert cupy.cuda.get_device_id() == 0
    with pytest.raises(ValueError, match="array device = 1 while current = 0"):
        b + 1                                # CuPy would compute it here, if one GPU may read the other
    with pytest.raises(RuntimeError, match="invalid device"):
        cupy.cuda.Device(2).use()


def test_the_pool_counts_what_is_alive(cupy):
    pool = cupy.get_default_memory_pool()
    before = pool.used_bytes()
    a = cupy.zeros(1000)
    b = a[10:]
    assert pool.used_bytes() == before + 8000
    del a
    assert pool.used_bytes() == before + 8000           # the view keeps it
    del b
    assert pool.used_bytes() == before
