"""`banditproof why`: what a verdict rests on, down to proved steps, textbook facts and gaps."""

from __future__ import annotations
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import fill
from typing import TYPE_CHECKING, Annotated
import typer
from . import UNDECIDED
from .arguments import AsJson
from .document_options import first_document, refuse_lost, refuse_unquoted
from .judged_pages import UNREAD
from .output import print_json, print_text, progress
from .places_of_work import Workers
from .results import OpenFacts, TheoremFacts, WhyFacts, WhyNode
from .shown_mathematics import AsTex, Shown, shown_mathematics
from .streams import output_on_error, say
from .textbook_facts import print_textbook_facts

if TYPE_CHECKING:
    from banditproof.paper_checks.proofs.theorems.open_items import OpenItem
    from banditproof.paper_checks.report.graphs.claim_graph import ProofGraph
    from banditproof.paper_checks.running.runner import Result
    from banditproof.paper_checks.statements.documents import Document
    from banditproof.paper_checks.textbook import Fact

Opened = Annotated[
    bool, typer.Option("--open", help="List what its proof leaves open, by name and place.")
]
AskCoq = Annotated[
    bool, typer.Option("--coq", help="With --open: ask Coq about the theorem of its proof as well.")
]
Full = Annotated[
    bool, typer.Option("--full", help="Show all that it rests on, and the steps of each proof.")
]
SHOWN = 8
"""At most so many names are listed; JSON has all of them."""
CARRIERS = 3
"""At most so many claims are named as those that carry a claim."""
RISKS = 3
"""At most so many risks are shown without --full."""
LEVELS = 2
"""At most so many levels of the tree are shown without --full."""


def command(
    words: list[str],
    run: bool = False,
    full: Full = False,
    opened: Opened = False,
    coq: AskCoq = False,
    workers: Workers = 2,
    json: AsJson = False,
    tex: AsTex = False,
) -> None:
    """Show what a claim rests on, its weakest link, and what is at risk.

    First come the claim and its verdict, what is at risk, the claims that carry it, and how it
    would fall; then two levels of what it rests on. --full shows all levels, and the steps of each
    proof.

    The verdicts are the recorded ones, and the grades too; no code of a folder about another paper
    runs. With --run its modules are imported, the checks of the whole tree run again, and the exit
    code is 1 if one of them gives another verdict.

    With --open the kernel makes a theorem of its proof, by steps or a formal one, and what that
    leaves open is listed: hypotheses, each with its name and its place, those of cited claims with
    theirs. --coq lets Coq read that theorem as well, with all that it rests on: what is left open
    are hypotheses there, too. The exit code is 1 if it refuses, 3 if it has no word for a rule, or
    is not run.

    Of a textbook fact it shows the statement, and each form that a step of a proof may cite.

    Example: banditproof why bern.thm4.3; banditproof why thesis.thm4.24 --run;
    banditproof why my-paper/ my.thm3; banditproof why textbook.markov
    """
    from banditproof.paper_checks.statements.ids_in_texts import refuse_strange, refuse_unknown

    refuse_unknown(words)
    if coq and not opened:
        raise ValueError("Coq is asked about a theorem; give --open with --coq.")
    document, rest = first_document(words, texts_only=not run)
    if not rest:
        raise ValueError(f"No claim of {words[0]} is named; give the ID or the label of one.")
    refuse_unquoted(rest)
    if len(rest) > 1:
        raise ValueError(f"There are {len(rest)} claims; give the ID or the label of one.")
    if rest[0].startswith("textbook."):
        print_textbook_facts(rest[0], json, shown_mathematics(tex))
        return
    if document is None:
        refuse_strange(rest)
    refuse_lost(document, rest)
    from banditproof.paper_checks.report.graphs.claim_graph import proof_graph

    named = claim_named(rest[0], document)
    graph = proof_graph()
    results = _run_again(graph, named, workers) if run else None
    result = why_facts(graph, named, results, opened)
    if result.theorem is not None and coq:
        result = replace(result, theorem=_read(graph, result.theorem, named))
    if json:
        print_json(result)
    else:
        _print(graph, result, shown_mathematics(tex), full)
    second_reader = None if result.theorem is None else result.theorem.second_reader
    if result.not_as_recorded or second_reader == "refused":
        raise typer.Exit(1)
    if second_reader in UNREAD:
        raise typer.Exit(UNDECIDED)


def claim_named(word: str, document: Document | None = None) -> str:
    """The ID of the one claim that a word names; a sentence if there is none, or several."""
    from banditproof.paper_checks.statements.index import claim_index
    from banditproof.paper_checks.statements.resolver import resolve

    named = resolve([word], None if document is None else document.name)
    for note in named.notes:
        say(note)
    if len(named.ids) != 1:
        raise ValueError(f"{word!r} names {len(named.ids)} claims; give the ID of one.")
    if named.ids[0] in claim_index():
        return named.ids[0]
    from banditproof.paper_checks import find

    return find(named.ids[0]).id


def why_facts(
    graph: ProofGraph, id: str, results: Sequence[Result] | None = None, opened: bool = False
) -> WhyFacts:
    """What a claim rests on, its weakest link, its gaps and its risks, and what is left open.

    The results are those of a run of all that it rests on, if there was one.
    """
    from banditproof.paper_checks.textbook import TEXTBOOK

    nodes = []
    for item in graph.below(id):
        facts = graph.claims.get(item)
        if facts is None and item not in TEXTBOOK:
            raise ValueError(f"No text declares {item}; write one beside its program.")
        nodes.append(
            WhyNode(
                id=item,
                kind="claim" if facts else "textbook",
                label=facts.label if facts else _reference(TEXTBOOK[item]),
                statement=facts.statement if facts else TEXTBOOK[item].statement,
                stated=facts.stated if facts else False,
                verdict=facts.recorded if facts else None,
                grade=facts.grade if facts else None,
                judged_by=facts.judged_by if facts else None,
                rests_on=graph.supports(item),
                steps=facts.steps if facts else (),
            )
        )
    risks = [*graph.own_risks(id), *graph.risks(id), *graph.endangered(id)]
    return WhyFacts(
        id=id,
        verdict=graph.claims[id].recorded,
        grade=graph.claims[id].grade,
        nodes=tuple(nodes),
        weakest=graph.weakest(id),
        gaps={gap.claim: gap.why for gap in graph.gaps(id)},
        at_risk=tuple(dict.fromkeys(map(str, risks))),
        axioms=_axioms(graph, id),
        theorem=_theorem(graph, id, results) if opened else None,
        not_as_recorded=None if results is None else _not_as_recorded(results),
    )


def _theorem(graph: ProofGraph, id: str, results: Sequence[Result] | None) -> TheoremFacts:
    """The theorems that the kernel makes of the proofs of a claim, by steps and a formal one.

    Cited claims stand as a run found them, and without one as the texts say: then no check runs.
    """
    from banditproof.paper_checks.derivations.open_sentences import left_open_formally
    from banditproof.paper_checks.proofs.theorems.left_open import left_open
    from banditproof.paper_checks.statements.recorded_verdicts import Standing, knowing

    by_steps, formal = _proofs_of(graph, id)
    if not (by_steps or formal):
        repaired = graph.claims[id].repaired_by
        hint = f"; ask for its repair, {repaired}" if repaired else ""
        raise ValueError(
            f"{id} has neither a proof by steps nor a formal one, so that what is open in it "
            f"cannot be listed{hint}."
        )
    if results is not None:
        standings = {
            result.claim.id: Standing(result.verdict.outcome.value, result.grade, result.judged_by)
            for result in results
        }
    else:
        standings = {
            claim: Standing(facts.recorded, facts.grade)
            for claim, facts in graph.claims.items()
            if facts.recorded is not None
        }
    with knowing(standings):
        theorems = [left_open(id)] if by_steps else []
        theorems += [left_open_formally(id)] if formal else []
    opened = [
        OpenFacts(
            kind=str(label.kind),
            name=label.name,
            of=label.of,
            step=label.step or None,
            within=label.within,
            says=says,
            besides=besides,
            sentence=label.sentence,
        )
        for theorem in theorems
        for label, says, besides in theorem.opened
    ]
    return TheoremFacts(
        says=tuple(says for theorem in theorems for says in theorem.says),
        left_open=tuple(opened),
        second_reader=None,
        second_reader_why=None,
    )


def _proofs_of(graph: ProofGraph, id: str) -> tuple[bool, bool]:
    """Whether what is open in a claim is that of its proof by steps, and that of its formal proof.

    A formal proof without open sentences stands beside the steps for itself.
    """
    from banditproof.paper_checks.derivations.developments import has_derivation
    from banditproof.paper_checks.derivations.open_sentences import is_outline

    by_steps = bool(graph.claims[id].steps)
    return by_steps, is_outline(id) if by_steps else has_derivation(id)


def _read(graph: ProofGraph, theorem: TheoremFacts, id: str) -> TheoremFacts:
    """The theorem, with what Coq says about it; of two, what it says of the first that it lacks."""
    from banditproof.paper_checks.derivations.open_sentences import read_formal_proof
    from banditproof.paper_checks.proofs.theorems.left_open import read_by_second_reader

    by_steps, formal = _proofs_of(graph, id)
    readings = [read_by_second_reader(id)] if by_steps else []
    readings += [read_formal_proof(id)] if formal else []
    reading = next((reading for reading in readings if not reading), readings[0])
    why = None if reading else reading.message
    return replace(theorem, second_reader=reading.result.value, second_reader_why=why)


def _reference(fact: Fact) -> str:
    """Where a textbook fact is proved, and which document names it if it is none of the list."""
    return f"{fact.reference} (named by {fact.document})" if fact.document else fact.reference


def _run_again(graph: ProofGraph, id: str, workers: int) -> list[Result]:
    """Run the checks of a claim and of all that it rests on."""
    from banditproof.paper_checks import find, run_all

    chosen = [find(item) for item in graph.below(id) if item in graph.claims]
    with progress(len(chosen), "checking") as advance, output_on_error():
        return run_all(chosen, workers, lambda result: advance(1, f"checked {result.claim.id}"))


def _not_as_recorded(results: Sequence[Result]) -> tuple[str, ...]:
    return tuple(result.claim.id for result in results if not result.graded_as_recorded)


def _print(graph: ProofGraph, found: WhyFacts, shown: Shown, full: bool) -> None:
    """The answer first; below it what the claim rests on."""
    from banditproof.paper_checks.report.graphs.claim_graph import described

    facts = graph.claims[found.id]
    about = ", ".join(part for part in (facts.label, facts.title) if part)
    print_text(shown(f"{found.id}  {described(graph, found.id)}"))
    print_text(shown(": ".join(part for part in (about, facts.statement) if part)))
    if _is_only_recorded(graph, found.id):
        print_text(
            f"The record says derived, and its formal proof is an outline: sentences of it are "
            f"open, which --open lists, and `check {facts.asked}` does not give this grade."
        )
    print()
    _print_answer(graph, found, shown, full)
    print()
    for line in map(shown, tree_lines(graph, found.id, None if full else LEVELS)):
        print(_fitting(line))
    claims = sum(node.kind == "claim" for node in found.nodes) - 1
    if not full and len(found.nodes) > 1:
        other = len(found.nodes) - 1 - claims
        counted = f"{_number(claims, 'claim')} and {_number(other, 'textbook fact')}"
        print()
        print_text(
            f"It rests on {counted} in all; `banditproof why {facts.asked} --full` shows them, "
            "with the steps of their proofs."
        )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _print_answer(graph: ProofGraph, found: WhyFacts, shown: Shown, full: bool) -> None:
    """What is at risk, what carries the claim, its weakest link, and how it would fall."""
    from banditproof.paper_checks.proofs.carried_weights import composed

    steps = next((node.steps for node in found.nodes if node.id == found.id), ())
    if steps:
        print_text(f"Its proof: {composed(found.id, steps)}.")
    whose = " of the repair" if graph.claims[found.id].repaired_by else ""
    if derived := _derived(graph, found):
        whose = " of the written proof"
        print_text(
            f"{derived} is derived: its formal proof rests on axioms alone, and on none of the "
            "claims below, by which the written proof goes."
        )
    if found.axioms:
        named = ", ".join(found.axioms) if full else _first(found.axioms)
        print_text(
            f"Its {_number(len(found.axioms), 'axiom')}: {named}; `banditproof axioms "
            f"{found.axioms[0]}` shows what one says, and its source."
        )
    if not found.at_risk:
        print_text("At risk: no stated proof in this tree uses a step that is false.")
    for risk in found.at_risk if full else found.at_risk[:RISKS]:
        print_text(shown(f"At risk: {risk}"))
    if len(found.at_risk) > RISKS and not full:
        print_text(f"At risk: {len(found.at_risk) - RISKS} more, which --full shows.")
    for carrier in carriers(graph, found.id):
        facts = graph.claims[carrier]
        standing = ", ".join(part for part in (facts.recorded, facts.graded) if part)
        how = "Part" if carrier in graph.claims[found.id].parts else "Carried by"
        print_text(shown(f"{how}: {carrier} ({standing}){facts.title and f': {facts.title}'}"))
    print_text(f"Weakest link{whose}: {_weakest_link(graph, found)}")
    if found.gaps:
        gaps = _counted(tuple(found.gaps), "gaps")
        print_text(f"Not proved{whose}: {gaps}.")
    else:
        print_text(f"Not proved{whose}: nothing; each claim is proved, or a textbook fact.")
    print_text(f"How it would fall: {_fall(graph, found)}")
    if found.theorem is not None:
        _print_theorem(found.theorem, shown, _is_of_written_proof(graph, found.id))
    if found.not_as_recorded is not None:
        run = sum(node.kind == "claim" for node in found.nodes)
        bad = found.not_as_recorded
        end = f"not as recorded: {', '.join(bad)}." if bad else "every verdict is as recorded."
        print_text(f"{run} checks were run again: {end}")


def carriers(graph: ProofGraph, id: str) -> list[str]:
    """The claims that a claim rests on directly, those with the most below them first.

    A repair carries what it repairs: of such a claim these are the supports of the repair.
    """
    whole = graph.claims[id].repaired_by or id
    claims = [item for item in graph.supports(whole) if item in graph.claims and item != whole]
    return sorted(claims, key=lambda item: -len(graph.below(item)))[:CARRIERS]


def _fall(graph: ProofGraph, found: WhyFacts) -> str:
    """What would refute a claim, or bring a false one back."""
    from banditproof.paper_checks.drafts.judging_drafts import refutes
    from banditproof.paper_checks.statements.without_checks import draft_of, has_no_check
    from banditproof.paper_checks.verdicts.verdict_words import WRONG

    facts = graph.claims[found.id]
    if facts.recorded in WRONG:
        says = f"as printed it is refuted; `banditproof check {facts.asked}` shows by what"
        instead = facts.repaired_by
        return f"{says}, and {instead} is what could fall." if instead else f"{says}."
    if facts.recorded == "definition":
        return "a definition has no truth value; what uses it could fall."
    if facts.grade == "derived":
        return (
            "by an axiom that is false, a fault that the kernel and Coq share, or a formula that "
            "does not say these words."
        )
    if has_no_check(facts):
        draft = draft_of(found.id)
        if draft is not None and refutes(draft):
            return (
                f"nothing checks it yet; the formula of its draft is false at {draft.point}, and "
                "so is the claim if the formula says the same."
            )
        return "by any counterexample; nothing checks it yet."
    others = [weakest for weakest in found.weakest if weakest != found.id]
    if not others:
        return (
            "by a case that its own check does not cover; what it rests on is at least as strong."
        )
    named = _first(tuple(others[:CARRIERS]))
    more = f" or one of {len(others) - CARRIERS} more" if len(others) > CARRIERS else ""
    return f"by a counterexample to {named}{more}, the weakest that it rests on."


def _is_of_written_proof(graph: ProofGraph, id: str) -> bool:
    """Whether what is open is that of a written proof beside a complete formal one."""
    facts = graph.claims[id]
    return bool(facts.steps) and facts.grade == "derived" and not _is_only_recorded(graph, id)


def _print_theorem(found: TheoremFacts, shown: Shown, written: bool) -> None:
    """The theorem of the kernel, and what is open in it, by name and place.

    A complete formal proof leaves nothing open; what is open is then that of the written proof.
    """
    from banditproof.paper_checks.proofs.theorems.kinds_of_hypotheses import Kind, Label
    from banditproof.paper_checks.proofs.theorems.open_items import OpenItem

    items = (
        OpenItem(
            Label(
                Kind(facts.kind),
                facts.name,
                facts.of,
                facts.step or 0,
                within=facts.within,
                sentence=facts.sentence,
            ),
            facts.says,
            facts.besides,
        )
        for facts in found.left_open
    )
    if written:
        print_text(
            "The formal theorem: nothing is open in it. The verdict rests on it alone, and not on "
            "the written proof, of which the rest speaks."
        )
    what = "The theorem of the kernel that the written proof gives" if written else None
    print_text(f"{what or 'A theorem of the kernel'}; that it is the claim is for you to read:")
    for says in found.says:
        _print_whole(shown(says))
    opened = [item for item in items if item.besides]
    where = "Open in the written proof" if written else "Open in it"
    _print_list(f"{where}, {_hypotheses(len(opened))}:", opened, shown)
    if not opened:
        print_text(f"{where}: nothing besides.")
    if found.second_reader is not None:
        from banditproof.theory.prover.coq.answers import CoqSays

        answer = CoqSays(found.second_reader).sentence(found.second_reader_why or "")
        print_text(f"Second reader: {answer}")


def _print_list(title: str, labels: Sequence[OpenItem], shown: Shown) -> None:
    if labels:
        print_text(title)
    for label in labels:
        _print_whole(shown(str(label)))


def _print_whole(text: str) -> None:
    """Print what a reader judges: nothing is cut off, since that could be what is false."""
    from .tables import harmless, width

    line = f"  {harmless(text)}"
    if sys.stdout.isatty():
        line = fill(line, width(), subsequent_indent="      ", break_on_hyphens=False)
    print(line)


def _hypotheses(number: int) -> str:
    return f"{number} {'hypothesis' if number == 1 else 'hypotheses'}"


def _axioms(graph: ProofGraph, id: str) -> tuple[str, ...]:
    """The axioms of the complete formal proof of a claim, or of its repair, as they are stored."""
    from banditproof.paper_checks.derivations.stored_axioms import stored_axioms

    shown = graph.claims[graph.claims[id].repaired_by or id]
    return stored_axioms().get(shown.id, ()) if shown.grade == "derived" else ()


def _derived(graph: ProofGraph, found: WhyFacts) -> str | None:
    """The claim whose formal proof is complete, where the written one rests on less than such."""
    shown = graph.claims[graph.claims[found.id].repaired_by or found.id]
    weaker = graph.claims[found.weakest[0]].grade != "derived"
    whole = shown.grade == "derived" and not _is_only_recorded(graph, shown.id)
    return shown.id if whole and weaker else None


def _is_only_recorded(graph: ProofGraph, id: str) -> bool:
    """Whether a claim is recorded as derived, while its formal proof leaves sentences open.

    Of a document of this package each record is tested, and none of its proofs is read here.
    """
    from banditproof.paper_checks.statements.documents import document_of_id

    home = document_of_id(id)
    if graph.claims[id].grade != "derived" or (home is not None and home.own):
        return False
    from banditproof.paper_checks.derivations.open_sentences import is_outline

    return is_outline(id)


def _weakest_link(graph: ProofGraph, found: WhyFacts) -> str:
    from banditproof.paper_checks.verdicts.verdict_words import GRADES_IN_WORDS

    facts = graph.claims[found.weakest[0]]
    has_no_grade = facts.recorded in ("open", "not-mechanical") or facts.grade is None
    rank = (
        facts.recorded if has_no_grade else f"{facts.graded} ({GRADES_IN_WORDS[facts.grade or '']})"
    )
    if len(found.weakest) == 1:
        return f"{facts.id}, {rank}."
    name = "verdict" if has_no_grade else "grade"
    return f"{rank}, the {name} of {len(found.weakest)} claims: {_first(found.weakest)}."


def _counted(ids: tuple[str, ...], plural: str) -> str:
    """The first few IDs, and how many there are: 2 claims (a, b)."""
    return ids[0] if len(ids) == 1 else f"{len(ids)} {plural} ({_first(ids)})"


def _first(ids: tuple[str, ...]) -> str:
    """The first few IDs, and how many more there are."""
    more = f", and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return f"{', '.join(ids[:SHOWN])}{more}"


def tree_lines(graph: ProofGraph, id: str, levels: int | None = None) -> Iterator[str]:
    """The tree below a claim; what was shown before is not unfolded again.

    With a number of levels, what lies deeper is left out, and so are the steps of proofs; textbook
    facts share one line, and the stated proofs of other claims are left out.
    """
    from banditproof.paper_checks.report.graphs.claim_graph import described

    shown: set[str] = set()

    def lines(item: str, first: str, rest: str, how: str, depth: int = 0) -> Iterator[str]:
        again = item in shown
        shown.add(item)
        steps, only_stated = graph.supports(item), graph.only_stated(item)
        deeper = bool(steps) and depth == levels
        end = "  (see above)" if again and steps else "  (more below it)" if deeper else ""
        yield f"{first}{how}{item}  {described(graph, item)}{end}"
        if again or depth == levels:
            return
        beside = "|   " if steps or only_stated else "    "
        for part in graph.claims[item].steps if levels is None and item in graph.claims else ():
            on = [*map(str, part.uses), *part.rests_on]
            by = f"{part.kind} by {', '.join(on)}" if on else part.how
            yield f"{rest}{beside}{part.number}. {by}: {part.says}"
        facts_alone: tuple[str, ...] = ()
        if levels is not None:
            facts_alone = tuple(step for step in steps if step not in graph.claims)
            steps = tuple(step for step in steps if step in graph.claims)
            only_stated = () if depth else only_stated
        after = bool(facts_alone) + len(only_stated)
        for place, step in enumerate(steps):
            last = place == len(steps) + after - 1
            facts = graph.claims.get(item)
            repair = facts is not None and step == facts.repaired_by
            branch, onward = ("`-- ", "    ") if last else ("|-- ", "|   ")
            repaired = "repaired: " if repair else ""
            yield from lines(step, rest + branch, rest + onward, repaired, depth + 1)
        if facts_alone:
            yield f"{rest}{'|-- ' if only_stated else '`-- '}{', '.join(facts_alone)}"
        for step in only_stated:
            branch = "`-- " if step == only_stated[-1] else "|-- "
            yield f"{rest}{branch}stated proof: {step}  {described(graph, step)}"

    yield from lines(id, "", "", "")


def _fitting(line: str) -> str:
    """A line cut to the width of the terminal; a pipe gets all of it."""
    from .tables import harmless, width

    line = harmless(line)
    too_long = sys.stdout.isatty() and len(line) > width()
    return line[: width() - 3] + "..." if too_long else line
