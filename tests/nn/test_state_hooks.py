"""Hooks of a module's state: called when PyTorch's are, with what PyTorch's are given."""

import pytest

import minitorch as mt


def network(lib):
    net = lib.nn.Sequential(lib.nn.Linear(2, 2), lib.nn.Sequential(lib.nn.Linear(2, 1)))
    with lib.no_grad():
        for p in net.parameters():
            p.fill_(0.5)
    return net


def test_hooks_of_state_are_called_as_in_pytorch(torch):
    found = []
    for lib in (mt, torch):
        net, log = network(lib), []
        for part in net.modules():
            part.register_state_dict_pre_hook(
                lambda m, prefix, keep, log=log: log.append(("before", type(m).__name__, prefix, keep)))
            part.register_state_dict_post_hook(
                lambda m, state, prefix, meta, log=log: log.append(("after", prefix, list(state))))
            part.register_load_state_dict_post_hook(lambda m, keys, log=log: log.append(type(m).__name__))
        net.register_load_state_dict_post_hook(lambda m, keys, log=log: log.append([*map(list, keys)]))
        removed = net.register_state_dict_post_hook(lambda *given: given[1].update(extra=1))
        assert net.state_dict()["extra"] == 1
        removed.remove()
        log.clear()
        net.load_state_dict(net.state_dict())
        net.load_state_dict({"0.weight": lib.ones(2, 2), "other": lib.ones(1)}, strict=False)
        found.append((log, net[0].weight.tolist()))
    assert found[0] == found[1]


def test_a_hook_before_loading_renames_what_is_given_and_may_refuse(torch):
    def rename(module, state, prefix, meta, strict, missing, unexpected, errors):
        for key in list(state):
            state[key.replace("old_", "")] = state.pop(key)

    def refuse(module, state, prefix, meta, strict, missing, unexpected, errors):
        errors.append(f"{prefix} is of another year")
    for lib in (mt, torch):
        net = network(lib)
        net.register_load_state_dict_pre_hook(rename)
        given = {key.replace("0.", "old_0."): value * 2 for key, value in net.state_dict().items()}
        before = list(given)
        net.load_state_dict(given)
        assert list(given) == before and net[0].weight.tolist() == [[1, 1], [1, 1]]
        net[1][0].register_load_state_dict_pre_hook(refuse)
        with pytest.raises(RuntimeError, match="1.0. is of another year"):
            net.load_state_dict(given)


def test_a_key_that_a_hook_adds_is_no_state_of_the_module():
    net = network(mt)
    net.register_state_dict_post_hook(lambda module, state, prefix, meta: state.update(extra=mt.ones(1)))
    with pytest.raises(RuntimeError, match='Unexpected key.*"extra"'):
        net.load_state_dict(net.state_dict())


def test_what_is_left_of_a_sequential_is_numbered_anew(torch):
    for lib in (mt, torch):
        net = network(lib)
        net.add_module("last", lib.nn.Tanh())
        del net[1]
        assert [name for name, _ in net.named_children()] == ["0", "1"] and len(net) == 2
