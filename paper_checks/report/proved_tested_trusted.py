"""What stands behind a verdict, in one line: what is proved, what was tested, what is trusted.

A proof by steps counts its steps: those that a machine proves, and those that name a textbook
theorem, another claim, or what is given. What is trusted includes what the claims below are not
proved of, and the readings and definitions that a machine takes as given. A claim with a complete
formal proof rests on axioms alone: what its written proof rests on is told apart.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple
from ..derivations.developments import axioms_of_folder
from ..derivations.formal_axioms import formal_axioms
from ..statements.claim_facts import ClaimFacts
from ..textbook import PREFIX
from ..verdicts.step_facts import StepFacts
from ..verdicts.verdict_words import OF_OTHERS, REFUTED, STRONG, WITHOUT_FOR_ALL, WRONG
from .mutants_in_words import mutants_in_words
from .reported import Reported

MACHINE = {"identity", "inequality", "induction", "extreme points", "computed", "enumeration"}
"""The kinds of steps that a machine proves."""
WAYS = {
    "points": "finitely many points, rigorously",
    "sampled": "random points, of which none violates it",
    "statistical": "runs of a simulation, by a test with its level",
}
"""How the evidence of a grade was found, where it is no proof."""
BEYOND = {
    "sampled": "that other points are like those that were drawn",
    "statistical": (
        "the program of the simulation, its random numbers, and that the test did not err"
    ),
}
"""What is trusted beyond such evidence."""
PROVING = (*STRONG, "outlined")
"""The grades of a part of which something is proved; the grade is shown beside it."""
SHOWN = 5
"""So many names are listed."""
SHOWN_AXIOMS = 8
"""So many axioms are listed, as `banditproof why` does."""


class Support(NamedTuple):
    """Three half sentences."""

    proved: str
    tested: str
    trusted: str


def support_of(reported: Reported, id: str) -> Support:
    """What stands behind the verdict on a claim.

    >>> from ..statements.index import text_index
    >>> known = text_index()
    >>> support_of(Reported.of(known, (), known, {}), "adv.lem25.d").proved[:20]
    'the whole statement,'
    """
    facts = _with_proof_of_source(reported, reported.claims[id])
    verdict = reported.verdict(id)
    result = reported.result(id)
    if result is not None and result.error:
        return Support(
            "nothing; the check stopped with an error", "nothing", "nothing is concluded"
        )
    if verdict in ("not-mechanical", "stale"):
        return Support("nothing", "nothing", "nothing is concluded")
    if verdict == "open" and not facts.parts:
        return Support("nothing of the statement", _tried(facts), "nothing is concluded")
    axioms = None if facts.parts else _axioms(reported, id)
    if axioms is not None:
        return Support(
            _formally_proved(facts, verdict),
            _tested(facts, verdict),
            _formally_trusted(facts, axioms),
        )
    whole = facts.parts and facts.judged_by not in OF_OTHERS
    proved = _proved_of_parts(reported, facts) if whole else _proved(facts, verdict)
    return Support(proved, _tested(facts, verdict), _trusted(reported, facts, verdict))


def written_proof(reported: Reported, id: str) -> str:
    """What the written proof of a claim shows and rests on, where the verdict does not rest on it.

    It is empty where the verdict has no complete formal proof, or no other proof is written down.

    >>> from ..statements.index import text_index
    >>> known = text_index()
    >>> written_proof(Reported.of(known, (), known, {}), "bern.lemF.1")[:24]
    'no step by machine; it t'
    """
    facts = _with_proof_of_source(reported, reported.claims[id])
    if not facts.steps or not is_formal(reported, id):
        return ""
    steps = _counted_steps(facts.steps) or "no step"
    trusted = _trusted(reported, facts, reported.verdict(id))
    return f"{steps} by machine; it trusts {trusted}"


def is_formal(reported: Reported, id: str) -> bool:
    """Whether the verdict on a claim rests on its formal proof, and on none of the claims below."""
    return not reported.claims[id].parts and _axioms(reported, id) is not None


def _axioms(reported: Reported, id: str) -> tuple[str, ...] | None:
    """The axioms of the formal proof behind a verdict; None without one.

    What a folder of somebody else records as derived is not known to be so before its check runs.
    """
    facts = reported.claims[id]
    if facts.grade != "derived" or facts.judged_by in OF_OTHERS:
        return None
    return formal_axioms(facts.repeats or id, ran=reported.result(id) is not None)


def _with_proof_of_source(reported: Reported, facts: ClaimFacts) -> ClaimFacts:
    """A claim that says the same as another one, with the steps of the proof of that one."""
    source = reported.claims.get(facts.repeats or "")
    return facts if source is None or facts.steps else replace(facts, steps=source.steps)


def _proved(facts: ClaimFacts, verdict: str) -> str:
    if facts.judged_by in OF_OTHERS:
        return f"nothing here: {OF_OTHERS[facts.judged_by]}"
    refuted = verdict in REFUTED
    steps = _counted_steps(facts.steps)
    steps += f" of {facts.repeats}" if steps and facts.repeats else ""
    if verdict == "not-reproduced":
        return "nothing; an experiment was repeated"
    if refuted:
        if facts.grade == "derived":
            return "that the print is false: its negation is derived by the logic"
        how = "exactly or in balls" if facts.grade == "proved" else "up to textbook theorems"
        return f"that the print is false: its witness is computed {how}"
    if facts.grade == "proved":
        return f"the whole statement{', by ' + steps if steps else ''}"
    if facts.grade in ("derived", "outlined"):
        return steps or "what the program computes; textbook theorems give the rest"
    if facts.grade == "points":
        return "the statement at the points that were checked, and no more"
    return "nothing for the whole of what is stated"


def _proved_of_parts(reported: Reported, facts: ClaimFacts) -> str:
    """The parts of which something is proved; one that was only tried, or repeated, is not."""
    parts = [reported.claims[part] for part in facts.parts]
    shown = [
        f"{one.id} ({reported.verdict(one.id)}, {one.graded})"
        for one in parts
        if one.grade in PROVING
        and one.judged_by not in OF_OTHERS
        and reported.verdict(one.id) not in WITHOUT_FOR_ALL
    ]
    if not shown:
        return "nothing of its parts"
    return f"{len(shown)} of its {_many(len(parts), 'part', 'parts')}: {_listed(shown)}"


def _formally_proved(facts: ClaimFacts, verdict: str) -> str:
    of = f" of {facts.repeats}" if facts.repeats else ""
    if verdict in REFUTED:
        return f"that the print is false: the negation of the formula{of}, by the kernel"
    return f"the formula{of}, by the kernel"


def _formally_trusted(facts: ClaimFacts, axioms: Sequence[str]) -> str:
    named = _listed(axioms, SHOWN_AXIOMS)
    rests = f"{_many(len(axioms), 'named axiom', 'named axioms')} ({named})" if axioms else ""
    own = [name for name in axioms_of_folder(facts.id) if name in axioms]
    read = f"of these {len(own)} of its folder, which nobody else has read" if own else ""
    formula = "the reading of the formula, that it says what is stated"
    return "; ".join(filter(None, (rests, read, "the kernel", formula)))


def _counted_steps(steps: Sequence[StepFacts]) -> str:
    """How many of the steps a machine proves."""
    counted = [step for step in steps if step.kind not in ("given", "parts")]
    proved = [
        step
        for step in counted
        if (step.verdict == "proved" if step.verdict is not None else step.kind in MACHINE)
    ]
    if not counted:
        return ""
    if len(counted) == 1:
        return "one step" if proved else "no step"
    return f"{len(proved)} of {len(counted)} steps"


def _tested(facts: ClaimFacts, verdict: str) -> str:
    sentence = WAYS.get(facts.grade or "")
    tests = _tests_of_check(facts)
    if facts.parts:
        return "see its parts"
    return f"{sentence}; {tests}" if sentence else tests


def _tried(facts: ClaimFacts) -> str:
    """What an open question was tried at."""
    sentence = WAYS.get(facts.grade or "", "").split(",")[0]
    tests = _tests_of_check(facts)
    tried = f"{sentence}, which did not decide it"
    return (f"{tried}; {tests}" if facts.mutants or facts.repeats else tried) if sentence else tests


def _tests_of_check(facts: ClaimFacts) -> str:
    if not facts.mutants:
        return f"as {facts.repeats}" if facts.repeats else "nothing besides"
    return mutants_in_words(facts)


def _trusted(reported: Reported, facts: ClaimFacts, verdict: str) -> str:
    results: list[str] = []
    if facts.judged_by in OF_OTHERS:
        results.append("the folder")
    parts = [reported.claims[part] for part in facts.parts]
    if facts.parts:
        results += [said for grade, said in BEYOND.items() if grade in {one.grade for one in parts}]
    elif facts.grade in BEYOND:
        results.append(BEYOND[facts.grade])
    elif facts.universal == "words" and verdict == "holds" and not facts.parts:
        results.append("an argument in words for what lies between the points")
    elif facts.universal == "cited" and verdict == "holds":
        results.append("another paper's theorem")
    given = [step.number for step in facts.steps if step.kind == "given"]
    if given:
        numbers = ", ".join(map(str, given[:SHOWN])) + (", ..." if len(given) > SHOWN else "")
        plural = "s" * (len(given) > 1)
        source = f" of {facts.repeats}" if facts.repeats else ""
        results.append(
            f"what is assumed (definitions and hypotheses, step{plural} {numbers}{source})"
        )
    if facts.grade == "outlined":
        results.append("what the names mean, the quantifiers and the probability")
    words = [step.number for step in facts.steps if step.kind == "words"]
    if words and facts.grade != "proved":  # what is proved does not rest on them
        results.append(f"arguments in words ({_listed([f'step {number}' for number in words])})")
    books = [item.removeprefix(PREFIX) for item in facts.rests_on if item.startswith(PREFIX)]
    if books:
        results.append(f"{_many(len(books), 'textbook fact', 'textbook facts')} ({_listed(books)})")
    below = [item for item in _below(reported, facts.id) if item != facts.repeats]
    more = sum(item.startswith(PREFIX) and item not in facts.rests_on for item in below)
    if more:
        results.append(f"{_many(more, 'textbook fact', 'textbook facts')} further below")
    wrong = {part for part in facts.parts if reported.verdict(part) in WRONG}
    claims = [item for item in below if item in reported.claims and item not in wrong]
    gaps = [item for item in claims if _unproved(reported.claims[item])]
    if gaps:
        named = _listed(gaps)
        results.append(f"{_many(len(gaps), 'claim', 'claims')} below it without a proof ({named})")
    known = [reported.claims[item] for item in below if item in reported.claims]
    outlined = sum(item.grade == "outlined" for item in known)
    if outlined:
        results.append(f"{_many(outlined, 'claim', 'claims')} below it, outlined and no more")
    assumed = sum(any(step.kind == "given" for step in item.steps) for item in known)
    if assumed:
        results.append(f"what is assumed in {_many(assumed, 'claim', 'claims')} below it")
    doubtful = [item.id for item in known if item in reported.not_as_recorded]
    if doubtful:
        verb = "is" if len(doubtful) == 1 else "are"
        results.append(
            f"{_many(len(doubtful), 'claim', 'claims')} below it that {verb} not as recorded "
            f"({_listed(doubtful)})"
        )
    if facts.reading and not facts.parts:
        results.append("the reading of the statement")
    return "; ".join(results) or "only the program, and exact arithmetic or arithmetic in balls"


def _below(reported: Reported, id: str) -> tuple[str, ...]:
    """All that a verdict rests on, nearest first, without the claim itself."""
    results: dict[str, None] = {}
    queue = list(reported.claims[id].rests_on)
    for item in queue:
        if item not in results:
            results[item] = None
            queue += reported.claims[item].rests_on if item in reported.claims else ()
    return tuple(results)


def _unproved(facts: ClaimFacts) -> bool:
    weak = facts.grade not in ("proved", "derived", "outlined") or facts.judged_by in OF_OTHERS
    return weak and not facts.parts


def _many(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def _listed(names: Sequence[str], most: int = SHOWN) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f", and {more} more" if more > 0 else "")
