"""Policies with Gaussian noise: a variance taken for a deviation, and a pure claim.

They claim zero-concentrated privacy, and are judged by the structure of their releases and by the
certified law of their actions with the noise that they have, on the real line.
"""

from fractions import Fraction
from functools import partial
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.exact_privacy import exact_privacy
from .entry import Engine, Judgement, described, judged
from .whole_audit import audit_entry

RHO = 2
CLAIM = ZCDP(RHO)
HORIZON = 4
SECONDS = 60.0
"""More than the enumeration takes, so that a busy machine does not change the verdict."""


def _policy(noise: Mechanism) -> DPIMED:
    return DPIMED(arms=2, eps=2, ties="first", noise=noise)


def actions_judge(policy: Policy[Any]) -> Judgement:
    """Whether the actions of 4 rounds keep the claim, certified, for all rewards in {0, 1}."""
    result = exact_privacy(
        policy, Notion.TABLE, "zcdp", horizon=HORIZON, seconds=SECONDS, against=CLAIM
    )
    holds = result.verdict(CLAIM) == "holds"
    return judged(holds, Grade.PROVED, result.value, f"At worst {result.witness}.")


RIGHT = _policy(Gaussian(sigma_squared=Fraction(1, 2 * RHO)))
SQUARED = _policy(Gaussian.of_sigma(Fraction(1, 2 * RHO)))
_seen = partial(audit_entry, output="transcript")

ENTRIES = (
    _seen(CLAIM)("variance for deviation in a policy", SQUARED, RIGHT),
    described(
        "variance for deviation in a policy, seen in the actions",
        SQUARED,
        RIGHT,
        engine=Engine.ACTIONS,
        claim=CLAIM,
        judge=actions_judge,
    ),
    _seen(PureDP(2))(
        "Gaussian noise under a pure claim",
        _policy(Gaussian(sigma_squared=Fraction(1, 2))),
        _policy(Laplace(Fraction(1, 2))),
    ),
)
