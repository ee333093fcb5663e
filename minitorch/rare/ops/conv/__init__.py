"""Pooling with windows of different sizes or at random positions."""
