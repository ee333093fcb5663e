"""What all of Keras' layers, losses and metrics rest on: names, settings, variables, the layer itself."""
