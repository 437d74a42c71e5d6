"""What a text to send tells of one claim, in order, before it becomes Markdown or LaTeX."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.theory import Enclosure
from banditproof.theory.extended_rationals import interval_text
from ..derivations.developments import printed_statement
from ..other_papers.copied_statements import is_copied
from ..statements.claim_facts import ClaimFacts, ResultFacts
from ..verdicts.step_facts import StepFacts, composition, left_open_by
from .claim_page import ClaimPage, claim_page, command_of, name_of
from .letters import GREEK
from .mathematics import formula_latex
from .reported import Reported
from .text_pieces import sentence

ENOUGH_DIGITS = 3
"""With fewer certain digits, both ends of an enclosure are shown."""
SHOWN_OF_ENDS = 8
NOT_RUN = "The check was not run for this text; the command below prints what it finds."
BESIDE = "The verdict does not rest on it."
AS_WRITTEN = "This is written beside the recorded verdict; the check was not run for this text."


@dataclass(frozen=True)
class Answer:
    """One item: a text, the rows of a table, a list, or a line of code."""

    name: str
    text: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    items: tuple[str, ...] = ()
    """The items of a list with numbers, if it is the proof, or with dots."""
    code: str = ""
    quoted: bool = False
    """Whether the text is a statement, which is set off."""


@dataclass(frozen=True)
class ClaimSummary:
    """A claim, with all that a reader learns of it."""

    id: str
    heading: str
    answers: tuple[Answer, ...]


def summary_of(reported: Reported, id: str, stamp: str = "") -> ClaimSummary:
    """The summary of one claim: place, statement, verdict, finding, witness, repair, proof.

    A stamp (versions, seconds) comes last; without it the same verdict gives the same text.
    """
    page = claim_page(reported, id, lambda _: "")
    facts, result = page.facts, page.result
    made = [Answer("Made by", _sentence(stamp))] if stamp else []
    return ClaimSummary(id, heading_of(facts), (*_all(reported, page, facts, result), *made))


def heading_of(facts: ClaimFacts) -> str:
    """The name of a claim in its document, and what it is about."""
    name = name_of(facts)
    about = capital(facts.title)
    return f"{name}: {about}" if about and name != facts.id else about or name


def _all(
    reported: Reported, page: ClaimPage, facts: ClaimFacts, result: ResultFacts | None
) -> Iterator[Answer]:
    title = reported.documents.get(facts.document, facts.document)
    yield Answer("Place", f"{title}: {facts.place}" if facts.place else title)
    yield from statement_answers(facts)
    parts = f" Its parts: {page.verdicts_of_parts}." if page.parts else ""
    yield Answer("Verdict", f"{_sentence(page.judged)}{parts}")
    if facts.repeats:
        yield Answer("The same as", f"{facts.repeats}, with one program for both.")
    yield from finding_answers(page, result)
    yield from repair_answers(reported, page)
    if page.parts:
        yield Answer("Parts", items=tuple(_part(part.mention.id, part) for part in page.parts))
    if facts.steps:
        yield Answer("Steps", _sentence(composition(facts.steps)))
        yield Answer("Proof", items=tuple(map(step_line, facts.steps)))
        yield _left_open(facts)
    support = page.support
    yield Answer("Proved", _sentence(support.proved))
    yield Answer("Tested", _sentence(support.tested))
    yield Answer("Trusted", _sentence(support.trusted))
    if page.written_proof:
        yield Answer("The written proof", f"{BESIDE} {_sentence(page.written_proof)}")
    yield from _reach(page, result)
    if facts.would_decide:
        yield Answer("What would decide it", _sentence(facts.would_decide))
    if facts.doubts:
        yield Answer("Doubts that the check settles", items=facts.doubts)
    yield from rerun_answers(facts)


def _left_open(facts: ClaimFacts) -> Answer:
    """What the steps stand under, if they were judged for this page."""
    items = left_open_by(facts.steps)
    if items:
        return Answer("Left open", items=items)
    judged = any(step.verdict for step in facts.steps)
    unknown = f"Not computed for this page; `banditproof why {facts.id} --open` lists it."
    return Answer("Left open", "Nothing besides what is printed." if judged else unknown)


def statement_answers(facts: ClaimFacts) -> Iterator[Answer]:
    """The statement, and the reading of a word that has several."""
    said = "The document says" if is_copied(facts) else "The document says, in our words"
    whose = said if facts.stated else "Our statement"
    yield Answer(whose, facts.statement, quoted=True)
    if facts.formula:
        yield Answer("As a formula", code=facts.formula)
    if formal := printed_statement(facts.id):
        yield Answer("As a formula of the logic", code=formal)
    if facts.against:
        yield Answer("Against", _sentence(facts.against))
    if facts.reading:
        yield Answer("Reading", _sentence(facts.reading))


def finding_answers(page: ClaimPage, result: ResultFacts | None) -> Iterator[Answer]:
    """What the check found, with its witness as a table."""
    if result is None:
        known = page.written
        yield Answer("Finding", f"{known.finding} {AS_WRITTEN}" if known.finding else NOT_RUN)
        if known.witness:
            yield Answer("Witness", _sentence(known.witness))
        return
    if result.error:
        yield Answer("Finding", f"The check stopped with an error: {_sentence(result.error)}")
        return
    yield Answer("Finding", result.summary)
    if result.errata_witness:
        yield Answer("Witness", _sentence(result.errata_witness))
    name = "Computed" if result.errata_witness else "Witness"
    if result.witness_values:
        yield Answer(name, rows=tuple(result.witness_values.items()))
    if page.witness:
        yield Answer("About the witness" if result.witness_values else name, page.witness)


def repair_answers(reported: Reported, page: ClaimPage) -> Iterator[Answer]:
    """What is true instead of a false statement, or what a misprint meant."""
    facts = page.facts
    known = reported.claims.get(facts.repaired_by or "")
    if known is not None:
        verdict = reported.verdict(known.id)
        how = f"{verdict}, {known.graded}" if known.grade else verdict
        yield Answer("True instead", known.statement, quoted=True)
        yield Answer("Checked as", f"{known.id} ({how}).")
    elif page.repaired_statement:
        yield Answer("Meant", page.repaired_statement, quoted=True)


def step_line(step: StepFacts) -> str:
    r"""A step of a proof in one text: what it says, its relation, and how it was found.

    >>> print(step_line(StepFacts(number=2, kind="inequality", says="A square is small:",
    ...     formula="y <= x", where="x in [0,1]", uses=(1,), rests_on=(), verdict="proved")))
    A square is small: $y \le x$ for $x \in [0, 1]$. (Inequality, by step 1: proved.)
    """
    says = step.says.strip()
    if step.formula:
        where = f" for ${formula_latex(step.where)}$" if step.where else ""
        where += f", where ${formula_latex(step.under)}$" if step.under else ""
        says = f"{says.rstrip('.')}{'' if says.endswith((':', ',', ';')) else ':'} "
        says += f"${formula_latex(step.formula)}${where}."
    return f"{says} ({capital(step.how_shown)}.)"


def rerun_answers(facts: ClaimFacts) -> Iterator[Answer]:
    """The command that checks the claim again, and where its program stands."""
    yield Answer("Run again", code=command_of(facts))
    line = f":{facts.line}" if facts.line else ""
    yield Answer("Program", code=f"{facts.file}{line}")


def number_rows(numbers: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Numbers by name, as the rows of a table; an enclosure shows its certain digits or its ends.

    >>> number_rows({"ratio": "1/3", "gain": {"lo": "0.12341", "hi": "0.12343"}, "runs": 100})
    (('ratio', '1/3'), ('gain', '0.123[4..5]'), ('runs', '100'))
    >>> number_rows({"pulls": {"lo": "0", "hi": "177.69932"}})
    (('pulls', '[0..177.69932]'),)
    """
    return tuple((name, _number(value)) for name, value in numbers.items())


def _number(value: Any) -> str:
    if isinstance(value, Mapping) and set(value) == {"lo", "hi"}:
        try:
            enclosure = Enclosure(Fraction(value["lo"]), Fraction(value["hi"]))
            short = enclosure.digits < ENOUGH_DIGITS
            return (
                interval_text(enclosure.lo, enclosure.hi, SHOWN_OF_ENDS)
                if short
                else str(enclosure)
            )
        except (TypeError, ValueError):  # an infinite end
            return f"{value['lo']} to {value['hi']}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_number(part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_number, value))})"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _part(id: str, part: Any) -> str:
    repair = f" True instead: {part.repair.id}." if part.repair else ""
    verdict = part.mention.verdict
    finding = part.finding if part.finding.startswith(verdict) else f"{verdict}. {part.finding}"
    witness = f" Witness: {part.witness}" if part.witness else ""
    return f"{id}: {finding.strip()}{witness}{repair}"


def _reach(page: ClaimPage, result: ResultFacts | None) -> Iterator[Answer]:
    if result is None:
        yield from (
            Answer(name, text)
            for name, text in (
                ("Covered", page.written.covered),
                ("Not covered", page.written.not_covered),
            )
            if text
        )
        return
    if result.sharpness is not None:
        at = f", at {result.sharpest_at}" if result.sharpest_at else ""
        yield Answer("Sharpness", f"The largest ratio of the sides is {result.sharpness:.8g}{at}.")
    yield Answer("Covered", result.covered)
    yield Answer("Not covered", result.not_covered)
    if result.numbers and not result.parts:
        yield Answer("Numbers", rows=number_rows(result.numbers))


def _sentence(text: str) -> str:
    return sentence(capital(text.strip()))


def capital(text: str) -> str:
    """The text with a capital at its beginning, unless it begins with a letter of mathematics."""
    first = re.match(r"[a-z][a-z-]*(?=[ ,.:;]|\Z)", text)
    named = first is None or first[0] in GREEK or (len(first[0]) == 1 and first[0] != "a")
    return text if named else text[0].upper() + text[1:]
