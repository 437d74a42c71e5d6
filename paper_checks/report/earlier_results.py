"""The results of an earlier run, read from the file that `banditproof check --json` wrote.

A result is refused if it is of another version of its claim, or if no check could have given it:
its verdict, its grade and its steps have to agree.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from banditproof.theory.bounded_reading import file_text
from banditproof.verify.evidence import Evidence, Grade, JudgedBy
from ..proofs.theorems.kinds_of_hypotheses import WORDS_OF_KINDS, Kind
from ..statements.claim_facts import ClaimFacts, ResultFacts
from ..verdicts.step_facts import StepFacts, left_open_by
from ..verdicts.verdict import ForAll, Outcome, Verdict
from ..verdicts.verdict_words import JUDGED_BY, present_word

LARGEST = 500_000_000
"""The bytes of a file beyond which it is not read."""
WRITER = "`banditproof check --json`"
FOUND = ("grade", "judged_by", "universal", "steps", "mutants", "line", "part_of")
"""What a run finds of a claim, and what the record knows better than a run of a few claims."""
SAME = tuple(field.name for field in fields(ClaimFacts) if field.name not in FOUND)
"""What a result says of its claim, and the claim says still."""
SAID = ("number", "kind", "says", "formula", "where", "uses", "rests_on")
"""What a step says before a run judges it."""
NEVER_PROVED = ("given", "textbook", "words")
"""The kinds of steps that are taken on trust."""
BY_WIDER_RULES = WORDS_OF_KINDS[Kind.BEYOND]
"""How it begins what is left open and is shown all the same, by the checker."""


def earlier_results(file: Path, known: Mapping[str, ClaimFacts]) -> tuple[ResultFacts, ...]:
    """The results in a file; one sentence if it is damaged, or about other claims."""
    text = file_text(file, LARGEST)
    try:
        listed = json.loads(text, parse_constant=_refused, parse_float=_finite)
        if r"\ud" in text.lower():  # half of a character, which no file can hold
            json.dumps(listed, ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # a number may have too many digits
        raise ValueError(f"The file {file} is not JSON; give what {WRITER} wrote.") from None
    if not isinstance(listed, list):
        raise ValueError(f"The file {file} holds no list of results; give what {WRITER} wrote.")
    results: dict[str, ResultFacts] = {}
    for row in listed:
        result = _result(file, row)
        if result.id in results:
            raise ValueError(f"The file {file} has two results of {result.id}; give one run.")
        now = known.get(result.id)
        if now is None:
            raise ValueError(
                f"The file {file} has a result of {result.id!r}, which is no claim of this "
                f"version; run {WRITER} again."
            )
        _require_same(file, result, now, known.get(now.repeats or now.id, now).steps)
        wrong = _contradiction(result, now)
        if wrong:
            raise ValueError(
                f"The result of {result.id} in {file} contradicts itself: {wrong}; "
                f"run {WRITER} again."
            )
        results[result.id] = replace(
            result, mutants=now.mutants, line=now.line, part_of=now.part_of
        )
    return tuple(results.values())


def _refused(word: str) -> Any:
    raise ValueError(word)


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refused(digits)


def _result(file: Path, row: Any) -> ResultFacts:
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        raise ValueError(f"The file {file} holds something else than results of {WRITER}.")
    wrong = _misfit(row, ResultFacts)
    if wrong:
        raise ValueError(f"The result of {row['id']!r} in {file} {wrong}; {WRITER} writes it anew.")
    row = row | {name: present_word(row[name]) for name in ("verdict", "recorded")}
    outcomes = [outcome.value for outcome in Outcome]
    if row["verdict"] not in outcomes:
        raise ValueError(
            f"The verdict on {row['id']} in {file} is {row['verdict']!r}; "
            f"it is one of {', '.join(outcomes)}."
        )
    lists = {name: tuple(value) for name, value in row.items() if isinstance(value, list)}
    steps = tuple(StepFacts.from_json(step) for step in row.get("steps", ()))
    return ResultFacts(**{**row, **lists, "steps": steps})


def _require_same(
    file: Path, result: ResultFacts, now: ClaimFacts, steps: tuple[StepFacts, ...]
) -> None:
    """Refuse a result of another version; a copy shows the steps of what it repeats."""
    changed = [name for name in SAME if getattr(result, name) != getattr(now, name)]
    ran = zip(result.steps, steps, strict=False)  # a run ends at a step that fails
    longer = steps and len(result.steps) > len(steps)  # a program may show steps of its own
    if longer or any(
        getattr(first, name) != getattr(second, name) for first, second in ran for name in SAID
    ):
        changed.append("steps")
    if changed:
        raise ValueError(
            f"The result of {result.id} in {file} is about another version of the claim "
            f"({changed[0].replace('_', ' ')} changed); run {WRITER} again."
        )


def _misfit(row: Mapping[str, Any], kind: type[Any]) -> str:
    """What is wrong with the fields of an object, or nothing."""
    known = {field.name: field for field in fields(kind)}
    extra = [name for name in row if name not in known]
    if extra:
        return f"has the unknown field {extra[0]!r}"
    for name, field in known.items():
        if name not in row:
            if field.default is MISSING and field.default_factory is MISSING:
                return f"has no field {name!r}"
        elif not _fits(row[name], _types(kind)[name]):
            return f"has a field {name!r} of a wrong kind"
    return ""


_TYPES: dict[str, dict[str, Any]] = {}


def _types(kind: type[Any]) -> dict[str, Any]:
    """The types of the fields of a dataclass, by name, found once."""
    if kind.__name__ not in _TYPES:
        words = {"Outcome": str, "Grade": str, "Tier": str, "ForAll": str}
        _TYPES[kind.__name__] = get_type_hints(kind, localns=words)
    return _TYPES[kind.__name__]


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value of JSON is one of a type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is tuple:
        return isinstance(value, list) and all(_fits(item, parts[0]) for item in value)
    if kind is StepFacts:
        return isinstance(value, dict) and not _misfit(value, StepFacts)
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return isinstance(value, dict) and all(_fits(item, parts[1]) for item in value.values())
    if kind is Any:
        return True
    if kind is NoneType:
        return value is None
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is kind


def _contradiction(result: ResultFacts, now: ClaimFacts) -> str:
    """What in a result no check can give, as half a sentence; empty if there is nothing.

    A report prints "proved" from these fields, so the rules for verdicts hold here again. `now`
    is the claim as it is recorded.
    """
    if result.as_recorded != (result.error is None and result.verdict == result.recorded):
        negation = "" if result.as_recorded else " not"
        return (
            f"the verdict is {result.verdict}, the recorded one is {result.recorded}, and it is "
            f"said to be{negation} as recorded"
        )
    if result.seconds < 0:
        return "it ran for less than no time"
    try:
        grade = None if result.grade is None else Grade(result.grade)
    except ValueError:
        return f"there is no grade {result.grade!r}"
    if result.judged_by not in JUDGED_BY:
        return f"nobody who judges is called {result.judged_by!r}"
    if result.universal not in (None, *(item.value for item in ForAll)):
        return f"nothing settles a statement by {result.universal!r}"
    if not result.error:
        wrong = _broken_rule(result, grade)
        if wrong:
            return wrong
    return _too_strong(result, now, grade)


def _broken_rule(result: ResultFacts, grade: Grade | None) -> str:
    """The rule for verdicts that a result breaks."""
    universal = None if result.universal is None else ForAll(result.universal)
    try:
        evidence = None
        if grade is not None:
            judge = JudgedBy(result.judged_by)
            evidence = Evidence(grade, result.numbers, result.witness, judged_by=judge)
        Verdict(Outcome(result.verdict), result.summary, evidence, universal=universal)
    except ValueError as problem:
        rule = str(problem).partition(";")[0].rstrip(".")
        return rule[:1].lower() + rule[1:]
    return ""


def _too_strong(result: ResultFacts, now: ClaimFacts, grade: Grade | None) -> str:
    """What is said to be proved, and is not by the record or by its own steps."""
    for step in result.steps:
        if step.verdict == "proved" and step.kind in NEVER_PROVED:
            return f"step {step.number} is {step.kind}, and is said to be proved"
    opened = (one for one in left_open_by(result.steps) if not one.startswith(BY_WIDER_RULES))
    first = next(opened, "")
    if grade is Grade.PROVED and result.verdict in ("holds", "definition") and first:
        return f"the grade is proved, and the proof leaves open: {first}"
    if grade is None or now.grade is None or result.verdict != now.recorded:
        return ""
    recorded = Grade(now.grade)
    if grade.rank < recorded.rank:
        return f"its grade, {grade.value}, is stronger than the recorded one, {recorded.value}"
    return ""
