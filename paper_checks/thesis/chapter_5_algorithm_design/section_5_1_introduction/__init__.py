"""Section 5.1: the earlier private algorithms, DP-UCB and DP-SE."""
