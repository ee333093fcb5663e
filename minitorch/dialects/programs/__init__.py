"""Programs in a folder: what saved models of TensorFlow 1, 2 and Keras are made of."""
