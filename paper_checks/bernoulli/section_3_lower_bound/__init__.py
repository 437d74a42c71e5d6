"""Section 3: the divergence d_eps and the regret lower bound."""
