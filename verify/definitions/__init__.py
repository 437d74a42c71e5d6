"""The definitions of privacy for bandits, executable: exact constants of finite policies."""
