"""Laws of the rows of a data set, and how their sums are drawn."""
