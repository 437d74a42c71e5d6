"""Section 7.1 of the thesis: descents, the federated setting, scores and canaries."""
