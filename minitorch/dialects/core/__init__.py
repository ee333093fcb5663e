"""What all dialects share: element types, shapes, tensors, how a function of the engine becomes one of theirs."""
