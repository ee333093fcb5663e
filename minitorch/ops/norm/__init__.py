"""Normalisation of layers as one op each: batch norm, layer norm."""
