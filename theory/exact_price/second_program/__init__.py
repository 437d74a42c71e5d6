"""A second program: it verifies the JSON of an exact price, and shares no code with what made it.

It walks through all sequences of actions and rewards with whole numbers and fractions alone. Arms
are not relabelled, so it needs no argument about symmetry. That the certificate of a relaxation
bounds the program is weak duality: a policy that keeps the rows pays at least its relaxed cost.
"""

from .verified_price import VerifiedPrice, verified_price

__all__ = ["VerifiedPrice", "verified_price"]
