"""A point at which a step is false under what it uses, once the kernel has refused the step."""

from __future__ import annotations
from contextlib import suppress
from banditproof.theory.prover.notation import written
from banditproof.theory.prover.search.counterexample import find_counterexample
from banditproof.theory.prover.search.judgement import State
from ..cited import Given
from ..goals_of_relations import goals
from ..relations import Domain, Relation, with_definitions
from ..step import Context, Step
from ..whole_statement import FOR, SEEN, formulas_of
from .arithmetic import AT_LAST, FalseAt

OF_FORMULA = 1.0
"""How long a point is looked for where a formula is false that no step shows."""


class FalseStep(FalseAt):
    """What a step says is false at a point, and not only what is to be shown for it."""


def point_against(step: Step, context: Context, seconds: float = AT_LAST) -> FalseAt | None:
    """A point where the relation of a step fails or is not defined; None if none is found.

    The kernel looks at one relation after the other; here it is the whole step, with definitions
    put in. ValueError if a quantity has no range.
    """
    if type(step) is Given:
        return _outside(step, context, seconds)
    if type(step) not in SEEN:
        return None
    (stated,) = step.relations
    return _against(stated, context, seconds)


def formula_is_false(formula: str, seconds: float = OF_FORMULA) -> str:
    """Where a formula that a claim registers is false, in a sentence; empty if no point is found.

    >>> formula_is_false("x <= 1 for x in [0,1] and 2*x <= 1 for x in [0,1]")
    'At x = 1 the difference of the sides is negative: -1.'
    >>> formula_is_false("x <= 1 for x in [0,1]"), formula_is_false("x <= 1")
    ('', '')
    """
    for one in formulas_of(formula):
        relation, _, where = one.rpartition(FOR)
        with suppress(ValueError):  # of what cannot be read the proof says that it misses it
            for goal in goals(Relation.of(relation), Domain(where)):
                wrong = find_counterexample(goal, seconds, rounds=1)
                if wrong is not None and wrong.state is State.NEGATIVE:
                    return wrong.reason
    return ""


def _against(stated: Relation, context: Context, seconds: float) -> FalseStep | None:
    relation, rest = with_definitions(stated, context.given())
    for goal in goals(relation, context.domain, rest):
        wrong = find_counterexample(goal, seconds, rounds=1)
        if wrong is not None:
            return FalseStep(wrong.reason, wrong.point)
    return None


def _outside(step: Given, context: Context, seconds: float) -> FalseAt | None:
    """A point at which the term of a definition lies outside of the range of its name.

    The definition is no statement, and is not refuted by it.
    """
    for name, value in (one.definition for one in step.relations if one.definition):
        for within in context.domain.membership(name, value):
            wrong = _against(within, context, seconds)
            if wrong is not None:
                end = f"{within.sign} {written(within.right)}"
                return FalseAt(f"The term of {name} is not always {end}. {wrong}", wrong.values)
    return None
