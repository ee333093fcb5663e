"""Operations element by element, with broadcasting: arithmetic, powers, comparison, trigonometry, activations."""
