"""One claim in full, in the order in which a reader asks: what, where, true or not, and why."""

from __future__ import annotations
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING
from .first_block import NAMES, Answer, fitted, rows_of
from .output import coloured, print_table, readable
from .shown_mathematics import Shown
from .tables import Cell

if TYPE_CHECKING:
    from banditproof.paper_checks import Result
    from banditproof.paper_checks.report.graphs.claim_graph import Risk
    from banditproof.paper_checks.statements.claim_facts import ResultFacts
    from banditproof.paper_checks.verdicts.step_facts import StepFacts

SHOWN = 6
"""So many names of a list are shown; JSON has all of them."""


LONG = 240
"""The letters of a text that is shown in full at first."""
OF_DERIVED = "nothing: the formal proof, which gives the grade, rests on axioms alone."
VALUES = 3
"""So many values of a witness are shown at first."""
COPIED = frozenset(["formula", "rests on", "run again", "program"])
"""What a reader copies is printed as it is written."""


def print_result(result: Result, shown: Shown = str) -> None:
    """Print one result: what a reviewer needs first, in a few lines, then the details.

    `shown` makes its mathematics readable.
    """
    answers = [_readable(answer, shown) for answer in first_answers(result)]
    first, cut = fitted(answers, {"place": result.facts.place} if result.facts.place else {})
    _print_answers(first)
    print()
    _print_answers(_readable(answer, shown) for answer in details(result, cut))
    if result.facts.error:
        print_table(("", ""), [("error".ljust(NAMES), result.facts.error)])
    print()


def _readable(answer: Answer, shown: Shown) -> Answer:
    """The answer with its mathematics as it is shown; what is copied stays as it is."""
    name, said = answer
    if isinstance(said, Mapping):
        return name, {shown(key): shown(value) for key, value in said.items()}
    return answer if isinstance(said, Cell) or name in COPIED else (name, shown(said))


def _print_answers(listed: Iterable[Answer]) -> None:
    for name, said in listed:
        rows = rows_of(name, said)
        print_table([""] * len(rows[0]), rows)


def first_answers(result: Result) -> Iterator[Answer]:
    """What a reviewer needs: the claim, its verdict and why, what is true instead, what is at risk.

    Of a long text the beginning is shown, and all of it stands in the details.
    """
    from banditproof.paper_checks.statements.catalogue import DOCUMENTS
    from banditproof.paper_checks.statements.text_writer import verdict_words

    facts = result.facts
    yield "claim", _named(facts)
    yield "document says" if facts.stated else "ours", facts.statement
    yield "place", ": ".join(filter(None, (DOCUMENTS[facts.document], facts.place)))
    yield "verdict", _verdict(result)
    if not result.graded_as_recorded:
        claim = result.claim
        text = verdict_words(facts.recorded or "nothing", claim.grade, claim.universal)
        yield "recorded", text if result.error else f"{text}; this check gives: {result.record}"
    if facts.reading:  # a verdict is about the statement as it was read
        yield "reading", beginning(facts.reading)
    yield "finding", beginning(facts.summary)
    yield from _first_wrong_part(facts)
    witness = list(_witness(facts))
    for name, said in witness:
        if isinstance(said, Mapping):
            yield name, dict(list(said.items())[:VALUES])
        elif len(witness) == 1:
            yield name, beginning(said)
    for name, said in _instead(facts):
        title = _title(facts.repaired_by) if facts.repaired_by else ""
        short = (
            f"{_with_grade(facts.repaired_by)}: {title}" if title and facts.repaired_by else said
        )
        yield name, beginning(short)
    yield from list(_risks(facts))[:1]
    yield "run again", f"banditproof check {facts.asked}    # {_duration(facts)}"


def _first_wrong_part(facts: ResultFacts) -> Iterator[tuple[str, str]]:
    """Why a statement of several parts is not true as printed: what was found of the worst part.

    The finding of the whole only counts its parts; all of them stand in the details.
    """
    from banditproof.paper_checks.verdicts.verdict_words import WRONG

    part = next(
        (p for p, said in facts.findings.items() if said.startswith(f"{facts.verdict}:")), ""
    )
    if part and facts.verdict in (*WRONG, "holds-vacuously"):
        why = facts.findings[part].removeprefix(f"{facts.verdict}: ")
        yield "why", beginning(f"{part.rpartition('.')[2]}: {why}")


def beginning(text: str) -> str:
    """A text that is short, or the first sentences of a long one.

    >>> beginning("It is so. " * 3), len(beginning("It is so at length. " * 30)) < 250
    ('It is so. It is so. It is so. ', True)
    """
    if len(text) <= LONG:
        return text
    kept = ""
    for sentence in re.split(r"(?<=[.;]) (?=[A-Z])", text):
        if kept and len(kept) + len(sentence) > LONG:
            break
        kept = f"{kept} {sentence}".strip()
    return kept if kept == text else f"{kept} ..."


def _duration(facts: ResultFacts) -> str:
    return f"{facts.seconds:.2f} s{' (slow)' if facts.tier == 'slow' else ''}"


def _instead(facts: ResultFacts) -> Iterator[tuple[str, str]]:
    """What is true, or was meant, instead of a statement that is false."""
    if facts.repaired_by:
        yield "true instead", f"{_with_grade(facts.repaired_by)}: {facts.repaired_statement}"
    elif facts.repaired_statement:
        yield "meant", facts.repaired_statement


def details(result: Result, cut: Collection[str] = ()) -> Iterator[Answer]:
    """What else is said of one claim, name by name; what does not exist is left out.

    What was `cut` in the first answers is said in full.
    """
    from banditproof.paper_checks.derivations.developments import has_derivation, printed_statement
    from banditproof.paper_checks.running.second_reading import trust_in

    facts = result.facts
    first = dict(first_answers(result))
    shown = {name: said for name, said in first.items() if name not in cut}
    for name in ("claim", "document says", "ours", "place", "verdict", "recorded"):
        if name in cut:
            yield name, first[name]
    if facts.against:
        yield "against", facts.against
    if facts.repeats:
        yield "the same as", f"{facts.repeats}, with one program for both"
    if facts.formula:
        yield "formula", facts.formula
    if formal := printed_statement(facts.id):
        yield "formally", formal
    if facts.reading and shown.get("reading") != facts.reading:
        yield "reading", facts.reading
    if shown.get("finding") != facts.summary:
        yield "finding", facts.summary
    yield from _steps(facts)
    if facts.parts:
        yield from _parts(facts)
    for name, said in (*_witness(facts), *_instead(facts)):
        if shown.get(name) != said:
            yield name, said
    yield from _support(facts, cut)
    if facts.sharpness is not None:
        at = f", at {facts.sharpest_at}" if facts.sharpest_at else ""
        yield "sharpness", f"largest ratio of the sides {facts.sharpness:.8g}{at}"
    if facts.covered:
        yield "covered", facts.covered
    if facts.not_covered:
        yield "not covered", facts.not_covered
    if facts.would_decide:
        yield "would decide", facts.would_decide
    if facts.graded == "derived" and has_derivation(facts.id):
        yield from trust_in(facts.id, result.second_reader)
    yield from _mutants(facts)
    if facts.doubts:
        yield "doubts", " ".join(facts.doubts)
    if facts.numbers and not facts.parts:
        evidence = result.verdict.evidence
        known = evidence.numbers.items() if evidence else ()
        yield "numbers", "; ".join(f"{name}: {readable(value)}" for name, value in known)
    yield "program", f"{facts.file}:{facts.line}"


def _steps(facts: ResultFacts) -> Iterator[tuple[str, str]]:
    """How many steps of which kind, then each with what it uses and what it turned out to be."""
    from banditproof.paper_checks.verdicts.step_facts import composition, left_open_by, stated_by

    if facts.steps:
        whose = ", as the folder's program tells them" * (facts.judged_by == "program")
        yield "proof", composition(facts.steps) + whose
    if stating := stated_by(facts.steps):
        yield "", f"What is stated: {stating}."
    for step in facts.steps:
        says, *rest = step_in_words(step)
        yield "", says
        for line in rest:
            yield "", f"   {line}"
    opened, title = left_open_by(facts.steps), "left open"
    shown = list(opened[:SHOWN])
    if opened and facts.graded == "derived":
        yield title, OF_DERIVED
        title, shown[0] = "", f"Taken from elsewhere by the steps: {shown[0]}"
    for place, one in enumerate(shown):
        yield "" if place else title, one
    if len(opened) > SHOWN:
        command = f"`banditproof why {facts.asked} --open`"
        yield "", f"and {len(opened) - SHOWN} more; {command} lists them"


def step_in_words(step: StepFacts) -> Iterator[str]:
    """A step in lines: number and statement, its relation with ranges, support and verdict.

    >>> from banditproof.paper_checks.verdicts.step_facts import StepFacts
    >>> print(*step_in_words(StepFacts(number=2, kind="inequality", says="A square is at most x.",
    ...     formula="y <= x", where="x in [0,1]", uses=(1,), rests_on=(), verdict="proved",
    ...     detail="a kept certificate of 3 rules")), sep="\\n")
    2. A square is at most x.
    y <= x  (x in [0,1])
    inequality, by step 1: proved, a kept certificate of 3 rules
    """
    yield f"{step.number}. {step.says}"
    if step.formula:
        yield f"{step.formula}  ({step.holds_where})" if step.holds_where else step.formula
    yield step.how_shown


def _mutants(facts: ResultFacts) -> Iterator[tuple[str, str]]:
    """How many mutants this run noticed, and what is wrong with the others."""
    if facts.noticed is None or facts.not_noticed is None:
        return
    ran = len(facts.noticed) + len(facts.not_noticed)
    yield "mutants", f"{len(facts.noticed)} of {ran} are noticed"
    for sentence in facts.not_noticed.values():
        yield "", sentence


def _with_grade(id: str) -> str:
    """The ID of a repair with its verdict and its grade, as recorded."""
    from banditproof.paper_checks.report.graphs.claim_graph import proof_graph

    known = proof_graph().claims.get(id)
    grade = known.graded if known and known.recorded == "holds" else known and known.recorded
    return f"{id} ({grade})" if grade else id


def _title(id: str) -> str:
    """The title of a claim; empty if it has none."""
    from banditproof.paper_checks.report.graphs.claim_graph import proof_graph

    known = proof_graph().claims.get(id)
    return known.title if known else ""


def _parts(facts: ResultFacts) -> Iterator[tuple[str, str]]:
    """What each part says, what was found of it, and the repair of one that needs it."""
    from banditproof.paper_checks import find

    for place, part in enumerate(facts.parts):
        result, repair = facts.findings.get(part, ""), find(part).repaired_by
        instead = f" True instead: {_with_grade(repair)}." if repair else ""
        meant = f" Meant: {find(part).corrected}" if find(part).corrected else ""
        yield "" if place else "parts", f"{part}  {find(part).statement}"
        yield "", f"   {result}{instead}{meant}"


def _witness(facts: ResultFacts) -> Iterator[tuple[str, str | Mapping[str, str]]]:
    """What the errata print, then the values that the check found, and a sentence about them."""
    values, name = facts.witness_values, "computed" if facts.errata_witness else "witness"
    if facts.errata_witness:
        yield "witness", facts.errata_witness
    if values:
        yield name, values
    if facts.about_witness:
        yield "" if values else name, facts.about_witness


def _named(facts: ResultFacts) -> str:
    """ID, name in the document, title; a claim of ours belongs to a statement."""
    whole = facts.part_of is not None or not facts.stated
    name = f"part of {facts.label}" if facts.label and whole else facts.label
    return ", ".join(part for part in (facts.id, name, facts.title) if part)


def _verdict(result: Result) -> Cell:
    """The verdict in its colour, with its grade in words."""
    from banditproof.paper_checks.statements.registry import listed
    from banditproof.paper_checks.statements.without_checks import (
        has_no_check,
        judged_without_check,
    )
    from banditproof.paper_checks.verdicts.verdict_words import in_words

    facts, sharpness = result.facts, result.verdict.sharpness
    words = in_words(
        facts.verdict,
        facts.grade,
        universal=facts.universal,
        cases=sharpness.cases if sharpness else 0,
        numbers=facts.numbers,
        written=bool(facts.steps or facts.parts or facts.repeats),
        repeated=listed(facts.repeats).grade if facts.repeats else None,
        judged_by=facts.judged_by,
    )
    if facts.verdict == "open" and has_no_check(facts):
        words = judged_without_check(facts)
    return coloured(facts.verdict, facts.graded)._replace(text=f"{words}.")


def _support(facts: ResultFacts, cut: Collection[str]) -> Iterator[tuple[str, str]]:
    """What the verdict rests on, and what is at risk besides what was said first."""
    if facts.rests_on and not facts.parts:
        more = f", and {len(facts.rests_on) - SHOWN} more" if len(facts.rests_on) > SHOWN else ""
        names = ", ".join(facts.rests_on[:SHOWN])
        yield "rests on", f"{names}{more}; `banditproof why {facts.asked}` shows the tree"
    risks = list(_risks(facts))
    yield from risks if any(name in cut for name, _ in risks[:1]) else risks[1:]


def _risks(facts: ResultFacts) -> Iterator[tuple[str, str]]:
    """What is at risk: by the claim's own proof, by what lies below it, and what uses it."""
    from banditproof.paper_checks.report.graphs.claim_graph import proof_graph

    graph = proof_graph()
    if facts.id in graph.claims and facts.verdict != "stale":
        yield from _at_most("at risk", graph.own_risks(facts.id), facts.asked)
        yield from _at_most("below it", graph.risks(facts.id), facts.asked)
        yield from _at_most("used by", graph.endangered(facts.id), facts.asked)


def _at_most(name: str, risks: Iterable[Risk], asked: str) -> Iterator[tuple[str, str]]:
    """The first few risks of a kind."""
    sentences = list(dict.fromkeys(map(str, risks)))
    for place, risk in enumerate(sentences[:SHOWN]):
        yield "" if place else name, risk
    if len(sentences) > SHOWN:
        yield "", f"{len(sentences) - SHOWN} more: `banditproof why {asked}`"
