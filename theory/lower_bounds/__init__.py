"""Bounds of regret and of samples: the coefficients, the minimax bounds, the table of them all.

The files in reading order.

The question, and what an answer is:
`table`: all bounds of an instance: begin here.
`request`: the question, and how a theorem becomes a bound of it.
`bound`: a bound as a value: of what, for whom, on what it rests.

Formulas:
`bernoulli_coefficients`: what liminf Reg_T / log T is at least.
`minimax`: what some instance of a class costs every policy.

Theorems as rows:
`bound_rows`: the rows of all of them.
`bernoulli_rows`: the coefficients of Bernoulli bandits.
`unstructured_rows`: those of any laws, by infima over better laws.
`linear_rows`: those of linear bandits, and what GOPE reaches.
`cube_rows`: minimax bounds of linear bandits on the cube.
`minimax_rows`: bounds of classes of finitely many arms.
`sample_rows`: samples of best-arm identification.
`top_two_rows`: the samples that AdaP-TT and DP-SE take.
`ucb_rows`: what UCB reaches without privacy.
`adap_rows`: what AdaP-UCB and AdaP-KLUCB reach under pure DP.
`adac_ucb_rows`: what AdaC-UCB reaches under zCDP.

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
