"""A trained network as an HTTP server, in the REST form of TensorFlow Serving: `minitorch serve FILE`."""
