"""Rare functions of layers."""
