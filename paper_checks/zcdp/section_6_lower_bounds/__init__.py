"""Section VI: transport, KL decompositions and minimax bounds."""
