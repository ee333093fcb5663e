"""Programs that look at what they use: leaves behind distributions, graphs in full, what is printed of each."""

import pytest
from engine.test_teaching_programs import agree, drawn

pytestmark = pytest.mark.filterwarnings("ignore")


def variational(torch):
    """A distribution of leaves keeps the leaves: their gradients are read from it."""
    q = torch.distributions.Normal(torch.tensor(0.5, requires_grad=True), torch.tensor(1.2, requires_grad=True))
    z = q.loc + q.scale * torch.linspace(-2, 2, 9)
    (torch.distributions.Normal(0.0, 1.0).log_prob(z) - q.log_prob(z)).mean().backward()
    yield q.loc.grad, q.scale.grad, q.loc.is_leaf
    same, wider = torch.broadcast_tensors(q.scale, torch.ones(2))
    yield same.is_leaf, wider.is_leaf, wider


def printed(torch):
    """What is printed of a normal distribution of vectors is what it was given, whatever was computed since."""
    normal = torch.distributions.MultivariateNormal(torch.zeros(2), torch.eye(2) * 0.6)
    yield normal.log_prob(torch.ones(2)), normal.entropy(), normal.sample().shape, str(normal)
    by_factor = torch.distributions.MultivariateNormal(torch.zeros(2), scale_tril=torch.eye(2) * 0.6)
    yield by_factor.log_prob(torch.ones(2)), by_factor.variance, str(by_factor)
    yield torch.lgamma(torch.arange(1.0, 5.0)), torch.distributions.Poisson(4.0).log_prob(torch.tensor(1.0))


def drawn_graph(torch):
    """A drawing of a graph walks every edge, by the classes of nodes and the shapes of leaves."""
    x, w = drawn(torch, 4, 3).requires_grad_(), drawn(torch, 3, 2).requires_grad_()
    loss = torch.nn.functional.cross_entropy((2 * (x @ w * 3)).sum(1, keepdim=True).expand(4, 2), torch.zeros(4).long())
    lines, waiting = [], [(loss.grad_fn, 0)]
    while waiting:
        node, depth = waiting.pop()
        lines.append(" " * depth + type(node).__name__)
        if hasattr(node, "variable"):
            lines.append(" " * depth + str(tuple(node.variable.shape)))
        waiting += [(after, depth + 1) for after, _ in node.next_functions if after is not None]
    yield "\n".join(lines)


@pytest.mark.parametrize("program", [variational, printed, drawn_graph], ids=lambda program: program.__name__)
def test_what_programs_look_at_agrees(program, torch):
    agree(program, torch)
