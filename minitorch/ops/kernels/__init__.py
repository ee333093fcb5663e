"""Ops that are fused or computed in tiles, for speed. Each fused op also has a composition of plain ops."""
