"""`banditproof verify-witness`: a second program recomputes what shows that a claim fails."""

from __future__ import annotations
import time
from typing import TYPE_CHECKING
import typer
from . import arguments
from .output import coloured, print_facts, print_table, print_text

if TYPE_CHECKING:
    from .audit_results import WitnessFacts


def command(files: list[str], json: arguments.AsJson = False) -> None:
    """Check witnesses that a claim fails, by a program that shares no code with what found them.

    It takes the claim, the object, the two inputs and the event from the file, and computes both
    probabilities again, in exact numbers and balls. A witness is rejected if its inputs are no
    neighbours, are longer than the horizon of the claim or have rewards of others, or if the claim
    survives it; in the file of an audit also if that is about another policy, claim or loss. The
    policy, the claim and the neighbours are printed. The exit code is 0 if all witnesses are right,
    1 if one is rejected or, of several files, cannot be read. A policy that the file names by
    MODULE:FACTORY is imported, in a process for it alone: that runs it.

    Examples: banditproof audit my_module:make --eps 1 --json > audit.json;  banditproof
    verify-witness audit.json
    """
    results: list[WitnessFacts] = []
    for file in files:
        try:
            results += _facts(file)
        except ValueError as reason:
            if len(files) == 1:
                raise  # it is wrong use, and hides no other answer
            results.append(_unreadable(file, str(reason)))
    print_facts(tuple(results), json, _print)
    if any(facts.result != "verified" for facts in results):
        raise typer.Exit(1)


def _facts(file: str) -> list[WitnessFacts]:
    from banditproof.verify.witnesses.witness_files import checked_file
    from .audit_results import WitnessFacts

    start = time.perf_counter()
    found = checked_file(file)
    seconds = round((time.perf_counter() - start) / len(found), 6)
    return [
        WitnessFacts(
            file=file,
            check=one.name or None,
            result="verified" if one.found else "rejected" if one.readable else "unreadable",
            policy=None if one.about is None else one.about[0],
            claim=one.claim,
            claimed=None if one.about is None else one.about[1],
            neighbours=None if one.about is None else one.about[2],
            shown=None if one.found is None else one.found.shown,
            words=None if one.found is None else one.found.words,
            why=one.why,
            seconds=seconds,
        )
        for one in found
    ]


def _unreadable(file: str, why: str) -> WitnessFacts:
    from .audit_results import WitnessFacts

    rest = dict.fromkeys(("check", "policy", "claim", "claimed", "neighbours", "shown", "words"))
    return WitnessFacts(file=file, result="unreadable", why=why, seconds=0.0, **rest)


def _print(found: tuple[WitnessFacts, ...]) -> None:
    rows = []
    for facts in found:
        shown = "" if facts.shown is None else f"{float(facts.shown.lo):.6g}"
        why = facts.why or facts.words or ""
        rows.append((facts.file, coloured(facts.result), shown, f"{why[:1].upper()}{why[1:]}"))
    print_table(("file", "result", "shown, at least", "what is shown, or why not"), rows)
    print()
    for facts in found:
        if facts.policy is not None:
            place = facts.file if facts.check is None else f"{facts.file}, {facts.check}"
            print_text(
                f"{place}: the policy is {facts.policy}; the claim is {facts.claimed}; the "
                f"neighbours are {facts.neighbours}."
            )
    right = sum(facts.result == "verified" for facts in found)
    plural = "" if len(found) == 1 else "es"
    print_text(f"{right} of {len(found)} witness{plural} verified.")
