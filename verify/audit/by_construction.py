"""Does a policy keep its budget by its construction, in every play that there is?

If all that leaves the curator is declared, the price of one reward bounds what every transcript
reveals of it, whatever was decided in between: batches are chosen by released numbers, a reward
enters the releases that its batch says, and the rest is post-processing. This is so for lists,
tables, trees and foreign queries, whose rewards enter the batch of the policy's own pull, and for
all contexts, which are public: neighbours differ in rewards alone. A policy stops, and recommends,
by its state, which knows released numbers alone. Optimal Regret of Bernoulli Bandits, Lemma E.1 and
Proposition 4.2; Concentrated Differential Privacy for Bandits, Appendix D.

`first_release` gives the exact cost of the first release, a lower bound for that of the transcript.
Before anything is released, decisions depend on no reward. So the first vector of a play is a fixed
sum of rewards and Gaussian noise, which has positive probability for any input.
"""

import os
from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any
from banditproof.algorithms.apart.plain_declaration import Declared
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.declaring import Declaring
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.curators.open_vectors import OpenVectors
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.curators.whitened_sums import WhitenedSums
from banditproof.algorithms.ledger import Release
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.prices.price import Price, allowance, cost_of_a_shift, price
from banditproof.algorithms.regret.dp_ucb import TREES, TreeUCB
from banditproof.theory.budgets import PureDP
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, NoNoise
from banditproof.verify.evidence import Grade
from .claim import Claim
from .declaration import declaration_of
from .facts import Facts
from .judges import ALARMING, JUDGES
from .noise_of_releases import moved_in_deviations
from .recording import Record
from .report import CheckResult

CONSTRUCTION = "the construction: declared parts"
EVERY = (
    "Every transcript, for all horizons, {} and neighbours, and so all actions{}; in exact "
    "arithmetic, for the laws of the noise"
)
APART = (
    "That is so in every play by play_apart, whatever the policy's code does with released "
    "numbers; not about the time that answers take."
)
NOT_PLAYED = "{}; so this verdict is about no play, and has no digest."
HERE = (
    "The object was made in your own process: nothing keeps the code from the rewards there, or "
    "from this verdict, which is about the declaration. For code that you do not trust, write the "
    "class to a file, and audit MODULE:FACTORY"
    + ("." if hasattr(os, "fork") else " on a system whose processes fork, as those of Linux do.")
)
"""What a verdict assumes about code that does not belong to this library."""
ROUNDED = (
    "That is not known to be within the claim, from which it differs by less than the rounding of "
    "a float: give the claim and the numbers of the noise as texts or fractions, such as '0.1'."
)
TOO_CLOSE = "the exact price, which differs from the claim by less than the rounding of a float"
FIRST = "the first release, exactly"
LINEAR = (Curator, NoisySums, DeclaredVectors, OpenVectors, WhitenedSums)
"""The curators of this library whose releases are fixed sums of rewards and noise."""


def by_construction(policy: Policy[Any], facts: Facts) -> CheckResult:
    """`holds` if the price of the declared parts is within the claim; else what is missing.

    Plays are examined as well: a policy that decides differently when it is given the released
    numbers alone is not the one that is declared.
    """
    declaration = declaration_of(policy)
    alarms = [note for name in ALARMING if (note := JUDGES[name](facts))]
    declared = declaration.declared
    if declared is None or alarms:
        why = "; ".join((*filter(None, [declaration.missing]), *alarms))
        note = f"Not shown by construction: {why}."
        return CheckResult(CONSTRUCTION, "look further", note=note)
    priced = by_declaration(declared, facts.claim, () if facts.trusted else (APART, HERE))
    if priced.verdict in ("holds", "not refuted"):
        return priced
    parts = declared.parts
    cost = price(parts, facts.rewards, facts.claim.budget)
    words = _capital(cost.words)
    if isinstance(parts, TreeVectors) and cost.allowed is False:
        blocks = _blocks_met(policy, facts)
        met = cost.cost * Fraction(blocks, parts.levels)
        if blocks and met.lo > cost.limit:
            note = (
                f"{words}. In a play whose noise makes one arm the best in each round, the first "
                f"reward of that arm is in {blocks} released blocks, and the densities of the "
                f"transcript differ by {float(met.lo):.6g}."
            )
            return CheckResult(CONSTRUCTION, "fails", Grade.PROVED, met, note)
    if cost.allowed is False and _is_attained(parts, facts, cost):
        note = f"{words}, attained by the first release, which is part of the claimed output."
        return CheckResult(CONSTRUCTION, "fails", Grade.PROVED, cost.cost, note)
    return priced


def by_declaration(declared: Declared, claim: Claim, words: Sequence[str] = ()) -> CheckResult:
    """`holds` if the price of the declared releases is within the claim; no code is run.

    The `words` say what the verdict assumes about a policy that does not belong to this library.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> from banditproof.theory.budgets import PureDP
    >>> declared = declaration_of(DPIMED(arms=2, eps=1)).declared
    >>> by_declaration(declared, Claim(PureDP(1))).verdict
    'holds'
    """
    counted = claim.counted_by(declared.rewards)
    cost = price(declared.parts, counted, claim.budget)
    if cost.allowed:
        every = "rewards" if declared.dimension is None else "rewards, contexts"
        more = ", stopping times and recommendations" if declared.stops else ""
        note = f"{_capital(cost.words)}. {EVERY.format(every, more)}."
        return _holds(cost.cost, note, declared, words, _dearer_play(declared, claim))
    nothing = None if declared.stops else claim.why_nothing_is_told
    if nothing is not None:
        note = f"{nothing}; an error that the policy raises is no action."
        played = None if claim.horizon is None else "plays may have more rounds"
        return _holds(Enclosure.of(0), note, declared, words, played)
    if cost.rounded:
        note = f"{_capital(cost.words)}. {ROUNDED}"
        return CheckResult(CONSTRUCTION, "not refuted", None, cost.cost, note, tried=TOO_CLOSE)
    known = cost.allowed is False and cost.cost.lo > cost.limit  # else it is an upper bound
    verb = "is more than" if known else "is not known to be within"
    less = "; the actions may reveal less" if claim.output == "actions" else ""
    note = f"{_capital(cost.words)}. That {verb} the claim for the releases{less}."
    return CheckResult(CONSTRUCTION, "look further", None, cost.cost, note)


def _dearer_play(declared: Declared, claim: Claim) -> str | None:
    """Why a play costs more than a claim about fewer rewards than it takes; None if none does."""
    whole = price(declared.parts, declared.rewards, claim.budget)
    if whole.allowed:
        return None
    return f"plays take rewards in {declared.rewards}, where {whole.words}"


def _holds(
    loss: Enclosure, note: str, declared: Declared, words: Sequence[str], played: str | None
) -> CheckResult:
    """`holds`; about the declaration, unless plays of it cost more than the claim.

    A digest is for all plays of what is declared: where they may cost more, as `played` says, the
    verdict has none.
    """
    if played is not None:
        words = (NOT_PLAYED.format(_capital(played)), *(word for word in words if word != APART))
    note = f"{note} {' '.join(words)}".strip()
    about = declared if played is None else None
    return CheckResult(CONSTRUCTION, "holds", Grade.OUTLINED, loss, note, declared=about)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _is_attained(parts: Declaring, facts: Facts, cost: Price) -> bool:
    """Whether the price is the exact loss of the first release, which belongs to the output."""
    if isinstance(parts, NoisySums):
        parts = DeclaredSums(parts.noise)
    if not isinstance(parts, DeclaredSums):  # which vector is the longest, plays show
        return False
    alone = (
        parts.releases_of_a_reward == 1
        and len(parts.noises) == 1
        and isinstance(parts.noises[0], Laplace | Gaussian)
        and len(parts.weights) == 1
        and exact(parts.rate) == 1
        and parts.bounds is None
    )
    return (
        alone
        and facts.claim.output == "transcript"
        and facts.releases > 0
        and cost.cost.lo > cost.limit
    )


def _blocks_met(policy: Policy[Any], facts: Facts) -> int:
    """The number of blocks of a transcript with the first reward of an arm; 0 but for DP-UCB.

    Noise that is large enough in each block of one arm makes its index the largest in each round
    after the first ones: the others have finite indices, and widths that grow with log t alone. So
    with positive density the arm has all rounds but one of each other arm, and all its blocks have
    more than what its first reward moves them by, in the same direction.
    """
    parts, claim = policy.curator, facts.claim
    is_shipped = (
        isinstance(policy, TreeUCB) and type(policy) in TREES and {*vars(policy)} <= _fields(policy)
    )
    if not is_shipped or not isinstance(parts, TreeVectors) or type(parts.noise) is not Laplace:
        return 0
    if not isinstance(claim.budget, PureDP) or claim.output != "transcript":
        return 0
    assert isinstance(policy, TreeUCB)
    horizon = policy.horizon if claim.horizon is None else claim.horizon
    return min(max(horizon - policy.arms + 1, 0).bit_length(), parts.levels)


def _fields(policy: TreeUCB) -> set[str]:
    return {field.name for field in fields(policy)}


def first_release(policy: Policy[Any], facts: Facts) -> CheckResult | None:
    """`fails` where the claim is about transcripts and the first vector alone is beyond it."""
    if facts.claim.output != "transcript" or type(policy.curator) not in LINEAR:
        return None
    if not policy.clips_rewards or not facts.repeats:
        return None
    budget, width = facts.claim.budget, facts.rewards.width
    for play in facts.plays:
        releases = play.record.play.ledger.releases
        first = [release for release in releases if release.time == releases[0].time]
        bare = next((release for release in first if _is_bare(release, play.record)), None)
        if bare is not None:
            note = f"The number that is released in round {bare.time} has rewards and no noise."
            return CheckResult(FIRST, "fails", Grade.PROVED, INFINITE, note)
        moved = moved_in_deviations(first, play.record) if first else None
        if moved is None:
            continue
        cost = cost_of_a_shift(Gaussian(sigma_squared=1), moved[0] * width, budget)
        if cost is not None and cost.lo > allowance(budget):
            note = (
                f"One reward moves the first vector of a play, that of round {first[0].time}, by "
                f"{float(moved[0] * width):.6g} deviations of its noise: the loss is "
                f"{float(cost.lo):.6g}."
            )
            return CheckResult(FIRST, "fails", Grade.PROVED, cost, note)
    return None


def _is_bare(release: Release, record: Record) -> bool:
    """Whether a released number has a reward in it, and no noise."""
    laws = [record.drawn[serial] for serial, c in release.noises.items() if c]
    return any(release.rewards.values()) and all(type(law) is NoNoise for law in laws)
