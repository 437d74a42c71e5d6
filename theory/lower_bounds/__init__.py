"""Bounds of regret and of samples: the coefficients, the minimax bounds, the table of them all.

The files in reading order.

The question, and what an answer is:
`table`: all bounds of an instance: begin here.
`request`: the question, and what of it is computed once.
`bound`: a bound as a value: of what, for whom, on what it rests.
`bound_rows`: from rows of text to bounds; `known_bounds/instances.toml` has the rows.
`class_bounds`: the rows of whole classes of finitely many arms.
`regimes`: where a number is, beside a budget or another bound.

One function for each row, and for each hypothesis:
`hypotheses`: whether an instance, a horizon and a risk are those of a theorem.
`bernoulli_coefficients`: what liminf Reg_T / log T is at least.
`consistent_policies`: the same of any laws, by infima over better laws.
`minimax`: what some instance of a class costs every policy.
`linear_regret`: structural coefficients, the cube, and what GOPE reaches.
`index_policies`: what UCB, AdaP-UCB, AdaP-KLUCB and AdaC-UCB reach.
`best_arm_samples`: samples of best-arm identification, at least and of named strategies.

Which is the strongest:
`strongest`: for the policies of one kind of privacy.
`answered_bounds`: a sequence of bounds that knows it.

How bounds are shown:
`bound_table`: that sequence as text, HTML, JSON and a data frame.
`bound_groups`: in which order the bounds stand.
`bound_sections`: the table as sections, the answer first.
`section`: a part of it, rows below a title.
`horizon_section`: the part about one horizon.
`instance_words`: an instance in a few words.
`bound_curves`: bounds against the budget, and where privacy costs.
`curve_figure`: their figure.
"""

from .bernoulli_coefficients import (
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)
from .bound import Bound
from .bound_table import BoundTable
from .strongest import Answer
from .table import bounds

__all__ = [
    "Answer", "Bound", "BoundTable", "bounds", "lai_robbins_coefficient",
    "older_regret_coefficient", "regret_coefficient",
]  # fmt: skip
