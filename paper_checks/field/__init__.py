"""The state of the field: bounds by setting and notion of privacy, and the gaps that are open.

The rows are those of `theory/known_bounds`. `judged_bounds` says how their claims stand, `gaps`
finds the largest quotient of the best upper and the best lower bound, `cells` puts all into a
table, `gap_figure` into a figure, and `numbers` has what is known at given sizes and budgets.
"""
