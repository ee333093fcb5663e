"""Rare datasets and samplers."""
