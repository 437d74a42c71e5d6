"""Section 5.3: private algorithms for regret minimisation."""
