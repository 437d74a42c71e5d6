"""What a page says of the mutants of a claim: what a run noticed, or when one last did."""

from collections.abc import Collection, Sequence
from ..proofs.facts_in_sources import REPAIRED
from ..running.noticed_mutants import day_of
from ..statements.claim_facts import ClaimFacts, ResultFacts

NOT_HERE = "which did not run for this page"


def mutants_in_words(facts: ClaimFacts) -> str:
    """What is known of the check of a claim by its mutants, as part of a sentence.

    >>> from ..statements.index import text_index
    >>> mutants_in_words(text_index()["bern.eq14"])
    ''
    """
    if not facts.mutants:
        return ""
    if isinstance(facts, ResultFacts) and facts.noticed is not None:
        return _of_this_run(facts.noticed, tuple(facts.not_noticed or ()))
    day = day_of(facts.id, facts.mutants)
    if not day:
        wrong = _many(_wrong(facts.mutants))
        variants = [wrong] * bool(wrong) + ["the repaired statement"] * (REPAIRED in facts.mutants)
        return f"the check itself, by {' and '.join(variants)}, {NOT_HERE}"
    said = _noticed(facts.mutants)
    return f"the check itself, which {said} on {day}, by programs {NOT_HERE}"


def _of_this_run(noticed: Sequence[str], missed: Collection[str]) -> str:
    said = _noticed(noticed) or "noticed no wrong variant"
    not_noticed = f", and not {', '.join(map(repr, missed))}" if missed else ""
    return f"the check itself, which {said}{not_noticed}, in this run"


def _noticed(names: Sequence[str]) -> str:
    wrong = _wrong(names)
    said = [f"noticed {_many(wrong)}"] * bool(wrong)
    said += ["found nothing wrong with the repaired statement"] * (REPAIRED in names)
    return " and ".join(said)


def _wrong(names: Sequence[str]) -> int:
    return sum(name != REPAIRED for name in names)


def _many(number: int) -> str:
    """How many wrong variants; empty for none."""
    return "" if not number else f"{number} wrong variant{'s' * (number != 1)}"
