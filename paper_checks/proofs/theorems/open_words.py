"""What a cited step leaves open, in one word: a citation adds one hypothesis, and not all of them.

The word is defined as the conjunction of the hypotheses that the citing step does not show, as a
function of their variables. The theorem then says: for all quantities, if the word holds of them,
and the ranges and relations that are shown where it is cited, then what the step says.
"""

from __future__ import annotations
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.laws import and_elim, and_intro, refl
from banditproof.theory.logic.shapes import all_of, constant, parts, under
from banditproof.theory.logic.terms import App, Const, Free, Term, lam, normal
from banditproof.theory.logic.variables import frees
from ..relations import Relation
from ..suppositions import suppositions
from .formulas import names_of, quantity, term
from .kinds_of_hypotheses import SHOWN_AT_VALUES, Kind, Label

if TYPE_CHECKING:
    from .sequents import Sequents

TO_SHOW = SHOWN_AT_VALUES | {Kind.DEFINITION}
"""What is to be shown where a step is cited; a definition there is none of the same names."""


class ClosedStep(NamedTuple):
    """The theorem of a step for all values of its variables, as it is cited."""

    theorem: Theorem
    """forall variables. [word ->] shown -> what the step says."""
    variables: tuple[Free, ...]
    opened: bool
    """Whether it leaves something open, so that the word comes first."""
    labels: tuple[Label, ...]
    """What the word stands for, in its order."""
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
    stated, where = proof.proof.stated(number)
    # conditions tie what is stated to other quantities, which then mean the same elsewhere
    named = where.tied_to(stated.names)
    th = _with_meanings(proof, proof.facts[number], named)
    hypotheses = sorted(th.hypotheses, key=proof.order)
    shown = [
        h for h in hypotheses
        if proof.labels[h].kind in TO_SHOW and names_of(frees(h)) <= named
    ]  # fmt: skip
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
    # under a name, so that who reads a theorem need not read again all that it cites
    by_name = theory.use(proof.accept(th, f"cited{number}"))
    labels = tuple(proof.labels[h] for h in rest)
    return ClosedStep(by_name, tuple(variables), bool(rest), labels, tuple(shown), named)


def _with_meanings(proof: Sequents, th: Theorem, named: frozenset[str]) -> Theorem:
    """A sequent whose hypotheses about the named quantities speak of no others.

    Any number may be put for another name; where equations give it a meaning, it is what they say.
    """
    said = proof.relations
    stated, ranges = list[Relation](), list[Relation]()
    for h in sorted(th.hypotheses & said.keys(), key=proof.order):
        (ranges if proof.labels[h].kind == Kind.RANGE else stated).append(said[h])
    found = suppositions(stated, named, ranges)
    for meaning in sorted({one for each in found for one in each.replaced}):
        th = with_value(proof, th, quantity(meaning.name), term(meaning.value))
    return th


def with_value(proof: Sequents, th: Theorem, x: Free, value: Term) -> Theorem:
    """A sequent with a value for a quantity; an equation that gives it this value is seen to hold.

    The other hypotheses that speak of it stay open, at that value.
    """
    th, out = proof.general(th, [x])
    th = proof.theory.instance(th, [value])
    for hypothesis in out:
        pair = parts(th.conclusion, "imp")
        assert pair is not None
        sides = parts(pair[0], "=")
        if sides and sides[0] == sides[1]:
            fact = refl(proof.theory, sides[0])
        else:
            fact = proof.open(pair[0], proof.labels[hypothesis])
        th = proof.theory.instance(th, (), fact)
    return th


def without_words(proof: Sequents, th: Theorem) -> Theorem:
    """A sequent that stands under what words mean, in place of the words for cited steps.

    What is so for every member of an induction stays one hypothesis.
    """
    for word in sorted(th.hypotheses, key=proof.order):
        label = proof.labels[word]
        if label.kind != Kind.CITED or under(word, "forall"):
            continue
        name = _head(word).name
        rest, found = normal(word, {name: proof.theory.definitions[name]}), list[Theorem]()
        for one in label.inner[:-1]:
            pair = parts(rest, "and")
            assert pair is not None
            found.append(proof.open(pair[0], one))
            rest = pair[1]
        meaning = proof.open(rest, label.inner[-1])
        for each in reversed(found):
            meaning = and_intro(each, meaning)
        shown = proof.theory.convert(meaning, word, [name])
        return without_words(
            proof, proof.theory.instance(proof.theory.imp_intro(word, th), (), shown)
        )
    return th


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
