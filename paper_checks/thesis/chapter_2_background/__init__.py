"""Chapter 2: differential privacy, bandits and membership inference."""
