"""Claims about problem-dependent regret under View DP: Theorem 4.16 and its consequences."""
