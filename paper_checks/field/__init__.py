"""The state of the field: bounds by setting and notion of privacy, and the gaps that are open.

`bounds.toml` has a row for each bound that a claim states, `inclusions.toml` what carries it to
other settings and notions. `orders` reads orders, `bound_formulas` bounds with their constants,
`carried` follows the inclusions, `gaps` finds the largest quotient of the best upper and the best
lower bound, `cells` puts all into a table, and `numbers` what is known at given sizes and budgets.
"""
