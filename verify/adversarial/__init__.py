"""Evidence about private adversarial bandits: exact laws, leaks, privacy of vectors, and regret."""
