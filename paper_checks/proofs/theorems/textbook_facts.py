"""A textbook fact at the terms of a step: a hypothesis, whose premises are shown.

A schema over numbers is no axiom, for it is false for other numbers. It says something of these,
since they are what its words say; so the theorem leaves it open, under its name, at its terms.
"""

from __future__ import annotations
from dataclasses import replace
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.terms import Refused, Term, normal
from banditproof.theory.logic.variables import frees
from banditproof.theory.prover.kernel.forms import is_zero
from banditproof.theory.prover.kernel.terms import ONE, ZERO, replaced, var
from banditproof.theory.prover.kernel.terms import Term as Expression
from banditproof.theory.prover.notation import parse
from ..cited import Textbook
from ..relations import Domain, Relation
from ..schemas import schema_of
from .formulas import formula, is_relation, names_of
from .kinds_of_hypotheses import Kind, Label, one_line
from .other_values import at_values, used
from .sequents import Sequents
from .settings import with_settings

DEFINING = (Kind.DEFINITION, Kind.WHOLE)
PARTICULAR = (*DEFINING, Kind.RECURSION)
"""What says of a quantity that it is one number."""


def textbook(proof: Sequents, step: Textbook, domain: Domain) -> Theorem:
    """The conclusion of a fact, by the hypothesis premises -> conclusion."""
    schema, premises, gone = schema_of(step.fact), list[Theorem](), list[Label]()
    runs = set(step.over)
    _require_fitting(step)
    values = {name: parse(text) for name, text in step.instance.items()}
    using = [*used(proof, step, domain).values()]
    for name, how in step.hypotheses.items():
        facts = using
        th = None
        if isinstance(how, int):
            th = at_values(proof, step, how, domain) if how in step.at else proof.facts[how]
            facts = [th, *using]
        if name in schema.patterns:
            pattern = Relation.of(schema.patterns[name]).with_values(values)
            said = proof.relations_at(step, how) if isinstance(how, int) else (Relation.of(how),)
            if not any(item.says_the_same_as(pattern) for item in said):
                raise Refused(f"What discharges {name!r} says something else than {pattern}.")
            wanted = formula(pattern)
            th = proof.arith(wanted, facts, domain)
        if th is None:
            raise Refused(f"{name!r} is no relation; give the step that shows it.")
        th = with_settings(proof, step, th, domain, step.over)
        th, discharged = _for_all_that_runs(proof, th, step, runs)
        premises.append(th)
        gone += (proof.labels[h].inside(step.fact, step.over) for h in discharged)
    for symbol in schema.margins:
        wanted = formula(Relation(_factor_of_margin(step, symbol), ">", ZERO))
        premises.append(proof.arith(wanted, using, domain))
    stated = normal(proof.said_by(step))
    conclusion = stated
    if step.relations:
        theirs = [Relation.of(text).with_values(values) for text in schema.conclusions]
        same = [item for item in theirs if item.says_the_same_as(step.relations[0])]
        if not same:
            raise Refused(f"{step.formula} is not what {step.fact} says at these terms.")
        conclusion = normal(formula(same[0]))
    running = names_of(frees(conclusion)) & runs
    if running:
        raise Refused(f"{min(running)} runs through all of them, and is in the conclusion.")
    terms = ", ".join(f"{name} = {text}" for name, text in step.instance.items())
    label = proof.label(Kind.TEXTBOOK, f"{step.fact}{f' at {terms}' if terms else ''}", step)
    # what was supposed of all that runs stands within the premises now, and is open all the same
    label = replace(label, inner=tuple(dict.fromkeys(gone)), sentence=_in_words(proof, step))
    th = proof.from_open(premises, conclusion, label)
    return th if th.conclusion == stated else proof.arith(stated, [th], domain)


def _in_words(proof: Sequents, step: Textbook) -> str:
    """What people read of a fact at these terms: its conclusion, and what discharges a hypothesis.

    Where a step with a relation discharges a hypothesis that the fact has in words, the relation
    alone is shown; that the step is about what the hypothesis speaks of, its sentence says.
    """
    found = [] if step.relations else [one_line(step.says)]
    for name, how in step.hypotheses.items():
        if name in schema_of(step.fact).patterns or not isinstance(how, int):
            continue
        shows = proof.proof.step(how)
        if is_relation(proof.facts[how].conclusion) or shows.joins:
            found.append(f"{name}, by step {how}: {one_line(shows.says)}")
    return "; ".join(found)


def _require_fitting(step: Textbook) -> None:
    """Each hypothesis is discharged, each symbol is one of the fact, and what runs is in none."""
    schema = schema_of(step.fact)
    missing = set(schema.hypotheses) ^ set(step.hypotheses)
    if missing:
        raise Refused(f"The hypothesis {min(missing)!r} of {step.fact} is not discharged.")
    strange = step.instance.keys() - schema.fixed - schema.varying - set(schema.margins)
    if strange:
        raise Refused(f"{step.fact} has no symbol {min(strange)!r}; leave it out.")
    step.require_free(schema)


def _factor_of_margin(step: Textbook, symbol: str) -> Expression:
    """What is fixed in the term of a margin, which is a variable that runs times it.

    Then it is any number above 0, if what is fixed is above 0.
    """
    there = parse(step.instance.get(symbol, symbol))
    names = there.variables.intersection(step.over)
    factor = replaced(there, {var(name): ONE for name in names})
    if len(names) != 1 or not is_zero(there - factor * var(*names)):
        raise Refused(f"{symbol} of {step.fact} is any number above 0; put a variable.")
    return factor


def _for_all_that_runs(
    proof: Sequents, th: Theorem, step: Textbook, runs: set[str]
) -> tuple[Theorem, list[Term]]:
    """A premise for all that runs, and for what is defined by it; and what it supposes of these.

    What is found to be defined by it joins what `runs`.
    """
    grown = True
    while grown:
        before = len(runs)
        for h in th.hypotheses:
            sides, names = parts(h, "="), names_of(frees(h))
            if not names & runs:
                continue
            if sides and proof.labels[h].kind == Kind.RECURSION:
                # the place in a sequence gives its value, and not the value its place
                runs |= names_of(frees(sides[0])) if names_of(frees(sides[1])) & runs else set()
                continue
            if sides and proof.labels[h].kind in DEFINING:
                runs |= names_of(frees(sides[0]))
            elif proof.labels[h].kind != Kind.CITED:
                continue
            runs |= {name for name in names if "." in name}
        grown = len(runs) > before
    there = frees(th.conclusion).union(*map(frees, th.hypotheses))
    running = sorted((x for x in there if x.name in runs), key=lambda x: x.name)
    th, out = proof.general(th, running)
    margins = step.margins.keys()
    for h in out:
        sides, label = parts(h, "="), proof.labels[h]
        if sides and label.kind in PARTICULAR and (one := names_of(frees(sides[0])) & margins):
            raise Refused(f"It is not shown of every {min(one)} above 0, but under the {label}.")
    return th, out
