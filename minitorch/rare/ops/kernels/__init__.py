"""Rare ops with fused kernels."""
