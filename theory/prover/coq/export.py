"""A whole statement with its proof tree as one Coq file."""

from collections.abc import Iterator
from typing import Any
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.goals import Goal
from banditproof.theory.prover.kernel.rules import BITS
from banditproof.theory.prover.kernel.spans import Undefined, span
from banditproof.theory.prover.kernel.terms import Term, mul, num, parts
from .script import Finite, Node, Script, hypotheses
from .spelling import NoExport, named, spelled
from .steps import STEPS

HEAD = """\
From Coq Require Import Reals Lra Lia Nsatz.
From banditproof Require Import rules.
Open Scope R_scope.
"""
TAIL = "Print Assumptions statement."


def _rules_of(proof: Any) -> Iterator[str]:
    if isinstance(proof, dict):
        if "by" in proof:
            yield proof["by"]
        for part in proof.values():
            yield from _rules_of(part)
    elif isinstance(proof, list):
        for part in proof:
            yield from _rules_of(part)


def _finite(goal: Goal) -> Finite:
    """For each -c log u whose u may be 0: u and c."""
    results: list[tuple[Term, Term]] = []
    for part in parts("add", goal.term):
        for log in (a for a in parts("mul", part) if a.kind == "log"):
            try:
                span(log, goal.box)
            except Undefined:
                others = [a for a in parts("mul", part) if a is not log]
                results.append((log.args[0], mul(num(-1), *others)))
    return tuple(results)


def exported(goal: Goal, proof: Node) -> str:
    """The Coq file of a goal and its proof, which ends by printing the axioms of `statement`."""
    return "\n".join([HEAD, lemmas_of(goal, proof), TAIL, ""])


def lemmas_of(goal: Goal, proof: Node) -> str:
    """The lemmas that state a goal as the theorem `statement`, and proves it by a proof tree.

    The goal is stated on its region. Coq's functions are total, with 1/0 = ln 0 = 0; x log x
    is 0 at 0 here too. Where the prover takes -c log 0 as infinite, the theorem has the hypothesis
    that c is 0 where the argument of log is.

    >>> from fractions import Fraction
    >>> from banditproof.theory.prover.kernel.goals import Interval
    >>> from banditproof.theory.prover.notation import parse
    >>> half_line = Interval(Fraction(0), None, lo_open=False)
    >>> goal = Goal(parse("exp(x)"), True, (("x", half_line),))
    >>> print(lemmas_of(goal, {"by": "span"}).split("Qed.")[-2].strip())
    Theorem statement : forall x : R,
      0 <= x -> 0 < (exp x).
    Proof.
    unfold xlogx; exact g0.
    """
    script = Script(STEPS)
    finite = _finite(goal) if "infinite" in set(_rules_of(proof)) else ()
    try:
        with working_precision(BITS):
            last = script.prove(goal, proof, finite)
    except NoExport:
        raise
    except (
        KeyError,
        TypeError,
        IndexError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as bad:
        raise NoExport(f"The proof has no export to Coq: it is damaged: {bad!r}.") from None
    except ValueError as error:
        reason = str(error).rstrip(".")
        raise NoExport(f"The proof has no export to Coq: {reason}.") from None
    names = [named(name) for name, _ in goal.region]
    binder = f"forall {' '.join(names)} : R,\n  " if names else ""
    arrows = "".join(f"{hypothese} -> " for hypothese in hypotheses(goal, finite))
    sign = "<" if goal.strict else "<="
    theorem = (
        f"Theorem statement : {binder}{arrows}0 {sign} {spelled(goal.term, whole=True)}.\n"
        f"Proof.\nunfold xlogx; exact {last.name}.\nQed.\n"
    )
    return "\n".join([*script.text, theorem])
