"""What a cited step leaves open, in one word: a citation adds one hypothesis, and not all of them.

The word is defined as the conjunction of the hypotheses that the citing step does not show, as a
function of their variables. The theorem then says: for all quantities, if the word holds of them,
and the ranges and relations that are shown where it is cited, then what the step says.
"""

from __future__ import annotations
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import and_elim
from banditproof.theory.logic.shapes import constant
from banditproof.theory.logic.terms import App, Const, Free, Term, lam, normal
from banditproof.theory.logic.variables import frees
from ..relations import Relation
from .formulas import all_of, formula, names_of
from .hypotheses import shown_at_values

if TYPE_CHECKING:
    from .sequents import Sequents


class ClosedStep(NamedTuple):
    """The theorem of a step for all values of its variables, as it is cited."""

    theorem: Theorem
    """forall variables. [word ->] shown -> what the step says."""
    variables: tuple[Free, ...]
    opened: bool
    """Whether it leaves something open, so that the word comes first."""
    shown: tuple[Term, ...]
    """The hypotheses that are to be shown of the values."""
    named: frozenset[str]
    """The quantities that are the same for those who cite it, if they give no value for them."""


def closed_step(proof: Sequents, number: int) -> ClosedStep:
    """A step of a proof, which others may cite, with a word for what it leaves open."""
    if number not in proof.closed_steps:
        proof.closed_steps[number] = _closed(proof, number)
    return proof.closed_steps[number]


def _closed(proof: Sequents, number: int) -> ClosedStep:
    th, (stated, where) = proof.facts[number], proof.proof.stated(number)
    hypotheses = sorted(th.hypotheses, key=proof.order)
    # conditions tie what is stated to other quantities, which then mean the same elsewhere
    tied = {normal(formula(Relation.of(text))) for text in where.conditions_on(stated.names)}
    shown = [
        h for h in hypotheses
        if shown_at_values(proof.labels[h])
        and (h in tied or (frees(h) and names_of(frees(h)) <= stated.names))
    ]  # fmt: skip
    named = frozenset(stated.names).union(*(names_of(frees(h)) for h in shown))
    rest = [h for h in hypotheses if h not in shown]
    variables = sorted(frees(th.conclusion).union(*map(frees, hypotheses)), key=lambda x: x.name)
    theory = proof.theory
    word: Term | None = None
    if rest:
        word = _word(proof, number, rest)
        each = theory.convert(theory.assume(word), all_of(rest), [_head(word).name])
        for h in reversed(rest):
            th = theory.imp_intro(h, th)
        for place in range(len(rest)):
            last = place == len(rest) - 1
            th = theory.instance(th, (), each if last else and_elim(each, second=False))
            each = each if last else and_elim(each, second=True)
    for h in reversed([word, *shown] if word else shown):
        th = theory.imp_intro(h, th)
    for x in reversed(variables):
        th = theory.all_intro(x, th)
    return ClosedStep(th, tuple(variables), bool(rest), tuple(shown), named)


def _word(proof: Sequents, number: int, rest: list[Term]) -> Term:
    """The word of a step, at its own variables."""
    among = sorted(frozenset[Free]().union(*map(frees, rest)), key=lambda x: x.name)
    value = all_of(rest)
    for x in reversed(among):
        value = lam(x, value)
    name = f"{proof.proof.id.replace('-', '_')}.open{number}"
    known = proof.theory.definitions
    while name in known and known[name][0] != value:
        name += "'"  # of another proof with this ID
    if name not in known:
        proof.theory.define(name, value)
    word: Term = constant(name, proof.theory.constants[name])
    return reduce(App, among, word)


def _head(word: Term) -> Const:
    while isinstance(word, App):
        word = word.head
    assert isinstance(word, Const)
    return word
