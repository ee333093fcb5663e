"""What is fused or computed tile by tile, for speed; a plain composition of each stands in its subject."""
