"""Element by element, with broadcasting: arithmetic, powers, comparison, trigonometry, activations."""
