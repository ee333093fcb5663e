"""Reading and writing at positions: x[index], gather, scatter, masks, embedding."""
