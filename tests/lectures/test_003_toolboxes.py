"""Lecture 3, Deep Learning Toolboxes: no listings, but claims about PyTorch, each tried."""

import minitorch as torch


def test_a_tensor_is_an_array_and_variable_wraps_it():
    x = torch.FloatTensor([1, 2, 3])
    assert x.dtype is torch.float32 and not x.requires_grad
    v = torch.autograd.Variable(x, requires_grad=True)
    (v * v).sum().backward()
    assert v.grad.tolist() == [2, 4, 6]


def test_backward_differentiates_with_respect_to_the_leaves():
    w = torch.autograd.Variable(torch.FloatTensor([2]), requires_grad=True)
    hidden = w * 3
    (hidden * hidden).backward()
    assert w.grad.tolist() == [36] and w.is_leaf and not hidden.is_leaf
