"""What figures of several documents share: how they are drawn, and the cells that they need."""
