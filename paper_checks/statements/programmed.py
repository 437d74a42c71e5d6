"""Claims that a program declares with their statements, for short folders about other papers.

A text says the same and reads better: `statements.claims` beside the programs, and `checks` above
the function. What a text lists without a verdict, a program may declare.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from ..verdicts.judging import judged
from ..verdicts.verdict import Outcome, Verdict
from ..verdicts.verdict_words import present_word
from .checks import enter, enter_both, proof_of, register, require_home
from .claim import REGISTERED, Check, Claim, Subjects
from .completed import Completed, completed, declared
from .composite import check_of_parts
from .declaration import require_declared
from .declared import Declared
from .registry import find

NAMES = {"doubts": "doubt_codes", "place": "at"}
"""The fields that a program calls by another name than `Declared` does."""


def claim(
    id: str,
    statement: str,
    *,
    recorded: str,
    mutants: Mapping[str, Subjects] | None = None,
    **fields: Any,
) -> Callable[[Check], Check]:
    """Declare a statement, and register the decorated check as its program.

    `fields` are those of `Declared`: kind, title, `place`, stated, reading, tier, repaired_by,
    corrected, rests_on, stated_proof, `doubts`. What the text of the folder lists of the statement
    need not be said again.
    """

    def registered(check: Check) -> Check:
        named = _declared(id, statement, check.__module__, recorded=recorded, **fields)
        enter(_with_proof(named, check), judged(check), check, mutants)
        return check

    return registered


def pair(
    id: str,
    printed: str,
    repaired: str,
    *,
    recorded: str,
    subjects: Mapping[str, tuple[Any, Any]],
    repair: str | None = None,
    rests_on: tuple[str, ...] = (),
    refutation_rests_on: tuple[str, ...] = (),
    repaired_title: str = "",
    mutants: Mapping[str, Subjects] | None = None,
    printed_mutants: Mapping[str, Subjects] | None = None,
    **fields: Any,
) -> Callable[[Check], Check]:
    """Declare a statement that is false as printed and its repair, with one check for both.

    `subjects`, `mutants` and `printed_mutants` are those of `checks`; `rests_on` is about the
    repair, `refutation_rests_on` about the print, and `fields` are those of `claim`.
    """
    of_repair = {
        name: fields[name]
        for name in ("reading", "tier", "doubts", "kind", "place")
        if name in fields
    }

    def registered(check: Check) -> Check:
        name = repair or f"{id}.repaired"
        module = check.__module__
        false = _declared(
            id,
            printed,
            module,
            recorded=recorded,
            repaired_by=name,
            rests_on=refutation_rests_on,
            **fields,
        )
        true = _declared(
            name,
            repaired,
            module,
            recorded="holds",
            title=repaired_title,
            rests_on=rests_on,
            stated=False,
            **of_repair,
        )
        given = subjects.get("proof", (None, None))[1]
        enter_both(
            _with_proof(false, check),
            _with_proof(true, check, given),
            check,
            subjects,
            mutants,
            printed_mutants,
        )
        return check

    return registered


def whole(id: str, statement: str, parts: Sequence[str], **fields: Any) -> None:
    """Declare a statement that makes several assertions, each a claim that is declared above it."""
    missing = [part for part in parts if part not in REGISTERED]
    if missing:
        raise ValueError(f"The part {missing[0]} of {id} is not registered; declare it above.")
    caller = sys._getframe(1)
    fields.setdefault("stated", all(REGISTERED[part].stated for part in parts))
    named = _declared(id, statement, caller.f_globals["__name__"], parts=tuple(parts), **fields)
    _enter_without_check(named, check_of_parts(parts, find), caller.f_lineno)
    for part in parts:
        REGISTERED[part] = replace(REGISTERED[part], part_of=id)


def repeated(id: str, of: str, statement: str, **fields: Any) -> None:
    """Declare a statement that says the same as a claim which has a program already."""
    caller = sys._getframe(1)
    original = find(of)
    named = _declared(id, statement, caller.f_globals["__name__"], repeats=of, **fields)
    _enter_without_check(named, original.check, caller.f_lineno)


def _declared(id: str, statement: str, module: str, **fields: Any) -> Completed:
    """A declared claim, with what the text of its folder lists of it."""
    facts = {NAMES.get(name, name): value for name, value in fields.items() if value is not None}
    unknown = [name for name in facts if name not in Declared.__dataclass_fields__]
    if unknown:
        raise ValueError(
            f"The claim {id} has the field {unknown[0]!r}; give one of those of `Declared`."
        )
    require_home(id, module)
    listed = declared(id)
    if listed is not None and (listed.recorded or listed.statement):
        raise ValueError(
            f"The claim {id} is declared by {listed.text}, line {listed.line}, too; leave out one, "
            "or put `checks` above the function."
        )
    base = listed or Declared(id=id)
    facts["recorded"] = present_word(facts.get("recorded", base.recorded))
    named = replace(base, **facts, statement=statement, program=(module, id), text=None)
    require_declared(named)
    return completed(named)


def _with_proof(claim: Completed, check: Check, given: Any = None) -> Completed:
    """The claim, which has a proof if its check examines one that has its ID."""
    proof = given or proof_of(check)
    known = replace(claim, by_proof=getattr(proof, "id", None) == claim.id)
    if known.by_proof and claim.stated_proof == claim.rests_on:
        known = replace(known, stated_proof=None)
    return known


def _enter_without_check(claim: Completed, check: Callable[[], Verdict], line: int) -> None:
    facts = vars(claim) | {"check": check, "recorded": Outcome(claim.recorded), "line": line}
    register(Claim(**facts))
