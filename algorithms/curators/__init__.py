"""What holds raw rewards and releases statistics: sums, vectors, trees."""
