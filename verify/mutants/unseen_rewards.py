"""Policies that are private in one reading or against one adversary, and claim it in another."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from banditproof.theory.budgets import PureDP
from banditproof.verify.definitions.finite_machine import Finite, FiniteMachine, State
from banditproof.verify.definitions.finite_policy import FinitePolicy, History, Reward
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.pure_loss import pure_ratio
from banditproof.verify.definitions.witness_policies import (
    copies_after_a_foreign_query,
    repeated_responses,
)
from banditproof.verify.evidence import Grade
from banditproof.verify.exact_laws.finite_noise import geometric_ratio
from banditproof.verify.exact_laws.privacy_loss import is_at_most_exponential, log_enclosure
from .entry import Engine, Judge, Judgement, described, judged

CLAIM = PureDP(1)
FACTOR = 1 / geometric_ratio(Fraction(1))
TRUTH = FACTOR / (1 + FACTOR)


def definition_judge(notion: Notion) -> Judge:
    """Whether the exact loss under the notion is within the claim."""

    def judge(subject: Finite) -> Judgement:
        ratio = pure_ratio(subject, notion)
        loss = log_enclosure(max(ratio, Fraction(1)))
        why = f"The largest likelihood ratio against {notion} adversaries is {ratio}."
        return judged(is_at_most_exponential(ratio, CLAIM.eps), Grade.PROVED, loss, why)

    return judge


def _responds_after_a_query() -> FinitePolicy:
    """Like the mutant, but what it tells of a foreign query is a randomised response."""

    def rule(history: History) -> tuple[Fraction, Fraction]:
        rewarded = bool(history) and history[0] == (1, 1)
        return (1 - TRUTH, TRUTH) if rewarded else (TRUTH, 1 - TRUTH)

    return FinitePolicy.from_rule(2, 2, rule)


def cached_response(horizon: int) -> FiniteMachine:
    """Answers by one randomised response of the first reward, drawn once and remembered."""

    def act(state: State) -> Mapping[tuple[int, State], Fraction]:
        if state == "start":
            return {(0, state): Fraction(1)}
        if isinstance(state, tuple):  # the first reward was seen, no answer is drawn yet
            bit = int(state[0])
            return {(bit, bit): TRUTH, (1 - bit, 1 - bit): 1 - TRUTH}
        return {(int(str(state)), state): Fraction(1)}

    def observe(state: State, label: int, reward: Reward) -> State:
        return (reward,) if state == "start" else state

    return FiniteMachine(2, horizon, {"start": Fraction(1)}, act, observe)


_entry = partial(described, engine=Engine.DEFINITIONS, claim=CLAIM)

ENTRIES = (
    _entry(
        "table privacy claimed against queries",
        copies_after_a_foreign_query(),
        _responds_after_a_query(),
        judge=definition_judge(Notion.INTERACTIVE),
    ),
    _entry(
        "response drawn again at every look",
        repeated_responses(FACTOR, 4),
        cached_response(4),
        judge=definition_judge(Notion.TABLE),
    ),
)
