"""Two threads that compile at once leave Tensor's methods as they were."""

import threading

import minitorch as mt
from minitorch.static.expansion import Expansion
from minitorch.static.watching import READS


def test_two_threads_that_expand_at_once_leave_tensors_methods_whole(monkeypatch):
    before = {name: vars(mt.Tensor)[name] for name in READS}
    inside, go_on, failed = threading.Event(), threading.Event(), []

    def waits():
        inside.set()
        go_on.wait(60)
        return mt.ones(2)

    def expand(call):
        made = Expansion.__new__(Expansion)
        made.thread, made.values, made.arrays = threading.get_ident(), {}, []
        made.operation = lambda *args: None
        made.value_of = lambda x: x
        try:
            made.run(call, (), {})
        except Exception as error:
            failed.append(error)
    first = threading.Thread(target=expand, args=(waits,))
    second = threading.Thread(target=expand, args=(lambda: mt.ones(2),))
    first.start()
    assert inside.wait(60)
    second.start()
    second.join(0.2)
    assert second.is_alive(), "it waits for the first"
    assert mt.ones(1).item() == 1, "another thread reads as ever"
    go_on.set()
    first.join(60)
    second.join(60)
    assert not failed and {name: vars(mt.Tensor)[name] for name in READS} == before
