"""Files that PyTorch writes: what torch.save puts in, minitorch.load gives back, and nothing else comes in."""

import io
import zipfile
from collections import Counter, OrderedDict

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import LoadError

KINDS = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64",
         "complex128"]
FORMS = [(new, protocol) for new in (True, False) for protocol in (2, 3, 4, 5)]


@pytest.fixture(params=FORMS, ids=lambda form: f"{'zip' if form[0] else 'pickle'}{form[1]}")
def trip(request, torch):
    """From a value, through a file of torch.save, to minitorch."""
    new, protocol = request.param

    def trip(value, **settings):
        file = io.BytesIO()
        torch.save(value, file, _use_new_zipfile_serialization=new, pickle_protocol=protocol)
        file.seek(0)
        return mt.load(file, **settings)
    return trip


def same(ours, theirs):
    """The same numbers, shape and dtype (bfloat16 as float32)."""
    wanted = theirs.float() if str(theirs.dtype) == "torch.bfloat16" else theirs
    return (ours.tolist() == wanted.resolve_conj().resolve_neg().tolist() and tuple(ours.shape) == tuple(wanted.shape)
            and ours.dtype.name == str(wanted.dtype)[6:])


def test_every_dtype(trip, torch):
    value = {kind: torch.arange(-3, 3).reshape(2, 3).to(getattr(torch, kind)) for kind in (*KINDS, "bfloat16")}
    found = trip(value)
    assert all(same(found[kind], value[kind]) for kind in value) and list(found) == list(value)


def test_views_keep_their_strides_and_share_their_memory(trip, torch):
    x = torch.arange(24.0).reshape(2, 3, 4)
    value = {"x": x, "T": x.permute(2, 0, 1), "part": x[:, 1:, ::2], "row": x[1, 2], "one": x[1, 1, 1],
             "diagonal": x[0].diagonal(), "none": x[:0], "wide": torch.arange(3.0).expand(2, 3), "0": torch.tensor(3),
             "windows": torch.arange(5).unfold(0, 3, 1), "conj": torch.tensor([1 + 2j]).conj(),
             "neg": torch.tensor([1 + 2j]).conj().imag}
    found = trip(value)
    assert all(same(found[name], value[name]) for name in value)
    for name in ("T", "part", "row", "one", "diagonal"):
        assert np.shares_memory(found[name].array, found["x"].array)
    for name in value:
        found[name][...] = 1                             # every one may be written to
    assert found["x"].sum().item() != 0


def test_kinds_of_tensors(trip, torch):
    weight = torch.nn.Parameter(torch.ones(2))
    marked = torch.nn.Parameter(torch.ones(2))
    marked.decay = False
    value = [weight, torch.nn.Parameter(torch.ones(2), requires_grad=False), torch.ones(2, requires_grad=True),
             torch.ones(2, requires_grad=True) * 1, marked, torch.nn.Buffer(torch.ones(1)), weight]
    found = trip(value)
    for ours, theirs in zip(found, value):
        assert type(ours).__name__ == type(theirs).__name__.replace("Buffer", "Tensor")
        assert ours.requires_grad == theirs.requires_grad and ours.is_leaf and same(ours, theirs)
    assert found[0] is found[6]


def test_other_values(trip, torch):
    value = {"none": None, "bool": True, "int": [0, 255, 256, 70000, -1, 2 ** 40, -2 ** 70], "float": 2.5,
             "text": "a☃", "bytes": b"\0\xff", "array": bytearray(b"xy"), "tuple": ((), (1,), (1, 2, 3), (1,) * 4),
             "complex": 1j, "pair": (1, 2),
             "set": {1, (2, 3)}, "frozen": frozenset({1}), "ordered": OrderedDict(b=1, a=2), "counter": Counter("aab"),
             3: {}, None: [], (1, "x"): 1}
    assert trip(value) == value
    assert type(trip(value)["ordered"]) is OrderedDict and type(trip(value)["counter"]) is Counter
    found = trip([torch.Size([2, 3]), torch.float16, torch.bfloat16, torch.device("cuda", 1), torch.device("mps")])
    assert found[:2] == [mt.Size([2, 3]), mt.float16] and type(found[0]) is mt.Size
    assert found[2] == "bfloat16" and found[3] == mt.device("cuda:1") and found[4] == "mps"


def test_what_contains_itself(trip):
    value: list = [1]
    value.append(value)
    found = trip(value)
    assert found[1] is found


@pytest.mark.parametrize("location", ["cpu", {"cpu": "cpu"}, lambda storage, place: storage],
                         ids=["name", "table", "function"])
def test_map_location(trip, torch, location):
    assert trip([torch.ones(2)], map_location=location)[0].tolist() == [1, 1]
    with pytest.raises(LoadError, match="belongs on mars"):
        trip([torch.ones(2)], map_location="mars")


def test_optimisers_go_on_from_pytorchs_state(trip, torch):
    x = torch.nn.Parameter(torch.ones(3))
    theirs = torch.optim.Adam([x], lr=0.1)
    y = mt.nn.Parameter(mt.ones(3))
    ours = mt.optim.Adam([y], lr=0.5)
    for step in range(4):
        (x * x).sum().backward()
        theirs.step()
        theirs.zero_grad()
        if step == 1:
            ours.load_state_dict(trip(theirs.state_dict()))
            with mt.no_grad():
                y.copy_(mt.tensor(x.tolist()))
        elif step > 1:
            (y * y).sum().backward()
            ours.step()
            ours.zero_grad()
    np.testing.assert_allclose(y.tolist(), x.tolist(), rtol=1e-6)


def test_mmap(torch, tmp_path):
    path = tmp_path / "x.pt"
    torch.save({"x": torch.arange(100.0), "b": torch.ones(3, dtype=torch.bfloat16)}, path)
    before = path.read_bytes()
    found = mt.load(path, mmap=True)
    found["x"][3] = -1
    assert found["x"].tolist()[:5] == [0, 1, 2, -1, 4] and found["b"].tolist() == [1] * 3
    assert path.read_bytes() == before


def test_big_endian_files(torch):
    file = io.BytesIO()
    torch.save([torch.ones(2)], file)
    swapped = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(swapped, "w") as new:
        for name in old.namelist():
            data = {"archive/byteorder": b"big", "archive/data/0": b"\x3f\x80\0\0" * 2}.get(name, old.read(name))
            new.writestr(name, data)
    swapped.seek(0)
    assert mt.load(swapped)[0].tolist() == [1, 1]


REFUSED = {
    "model": (lambda torch: torch.nn.Linear(1, 1), r"asks for torch.nn.modules.linear.Linear, which .*holds a "
              r"whole model: in PyTorch save model.state_dict\(\)"),
    "numpy": (lambda torch: {"acc": np.float64(3)}, r"asks for numpy.*NumPy's arrays and numbers .* are not read"),
    "sparse": (lambda torch: torch.eye(2).to_sparse(), "asks for torch._utils._rebuild_sparse_tensor"),
    "float8": (lambda torch: torch.ones(2).to(torch.float8_e5m2), "holds float8_e5m2 numbers, which minitorch does "),
    "uint16": (lambda torch: torch.ones(2, dtype=torch.uint16), "holds uint16 numbers, which minitorch does not have"),
    "generator": (lambda torch: torch.Generator(), "asks for"),
    "path": (lambda torch: {"a": __import__("pathlib").Path("x")}, "asks for pathlib"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_weight_is_refused_by_its_name(torch, name):
    value, message = REFUSED[name]
    for new in (True, False):
        file = io.BytesIO()
        torch.save(value(torch), file, _use_new_zipfile_serialization=new)
        file.seek(0)
        with pytest.raises(LoadError, match=message):
            mt.load(file)


@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
def test_torchscript_is_named(torch, tmp_path):
    path = str(tmp_path / "x.pt")
    torch.jit.save(torch.jit.script(torch.nn.ReLU()), path)
    with pytest.raises(LoadError, match="is a TorchScript program, not weights"):
        mt.load(path)


@pytest.mark.parametrize("tenth", range(10))
def test_a_file_cut_at_any_tenth_is_refused(torch, tenth):
    for new in (True, False):
        file = io.BytesIO()
        torch.save({"a": torch.ones(100), "b": torch.arange(50)}, file, _use_new_zipfile_serialization=new)
        data = file.getvalue()
        with pytest.raises(LoadError, match="cut short|is empty"):
            mt.load(io.BytesIO(data[:len(data) * tenth // 10]))
