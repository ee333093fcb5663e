"""Windows over images and signals: convolution, pooling, padding, resampling."""
