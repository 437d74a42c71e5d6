"""The exact price of privacy at a small horizon: a linear program over all eps-DP policies.

Where to start: `exact_price` (both ends of the least regret, with a policy and a certificate). Its
parts: `problem` (what is asked), `relabelled_actions` (sequences of actions up to the names of the
arms), `leaf_costs`, `sequence_program` (the program, in floats), `dual_bound` (the certified lower
end), `exact_policy` (the certified upper end), `every_instance` (the upper end over all instances),
`closed_forms` (for every eps at once, by polynomials), `price_figure` (against eps), `price_file`
(all of it as JSON) and `second_program`, which verifies the JSON and shares nothing.
"""

from .exact_price import ExactPrice, exact_price
from .problem import Problem
from .second_program import verified_price

__all__ = ["ExactPrice", "Problem", "exact_price", "verified_price"]
