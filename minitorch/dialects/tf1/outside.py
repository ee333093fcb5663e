"""What is made outside of branches, loops and scopes, wherever a program is."""

from contextlib import contextmanager

from .graph import get_default_graph, state


@contextmanager
def outside():
    """Let operations made in a with-block stand by themselves, as first values do: in no branch, after nothing."""
    graph = get_default_graph()
    kept = state.controls, state.blocks, graph.scopes
    state.controls, state.blocks = [], ()
    try:
        yield graph
    finally:
        state.controls, state.blocks, graph.scopes = kept
