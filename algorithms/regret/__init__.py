"""Policies of finite-armed bandits that minimise regret."""
