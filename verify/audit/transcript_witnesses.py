"""What a transcript shows of a policy, exactly: each `fails` has a witness that was accepted.

A policy is played on plain lists of rewards with noises that are chosen, and not drawn: none, or
far out for one arm. The ledger then says which reward enters which noises, so the loss of each
reward along the path is known. The worst one is changed, and the noises of the other world are
mended until the same numbers leave. What comes out is a proposal: the checker of witnesses decides.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, zip_longest
from typing import Any
from banditproof.theory.budgets import ZCDP, PureDP, RenyiDP
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.noise_densities import is_none
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.scripted_draws import Noises
from banditproof.verify.witnesses.scripted_plays import World
from banditproof.verify.witnesses.transcripts import TranscriptEvent
from banditproof.verify.witnesses.witness import Witness
from .answer_witnesses import answer_witnesses
from .chosen_noises import ROUNDS, ChosenPlay, Move, Search, chosen_plays, played_in
from .facts import Facts
from .law_witnesses import released_laws
from .mixture_witnesses import mixture_witnesses
from .report import CheckResult
from .witnessed import stated, witnessed

TRANSCRIPT = "a transcript, exactly"
MENDED = 40
"""How many numbers of the other world are mended at most."""
FLIPPED = 16
"""How many rounds are changed where no number shows a loss."""
FAR_ORDER = Fraction(2000)
"""The order at which one transcript is looked at."""
SETTLED = 6
"""In how many plays the noises of a transcript far out settle: they decide what is played."""
SECONDS = 8.0
"""The processor time of the search, which does not depend on what else a machine does."""


def by_releases(
    declared: DeclaredPolicy,
    facts: Facts,
    proposed: Sequence[CheckResult | None],
    deadline: float = math.inf,
) -> list[CheckResult]:
    """The proposed checks as far as a witness shows them, and what the releases show beside.

    The last one `fails`, if any does.
    """
    results = [result for result in proposed if result is not None]
    witness = release_witness(declared, facts, deadline)
    if witness is None:
        return [witnessed(r, None) if r.verdict == "fails" else r for r in results]
    for place, result in enumerate(results):
        if result.verdict == "fails":
            return [*results[:place], witnessed(result, witness, declared.given)]
    found = witness.checked()
    note = f"Shown by a transcript of {witness.inputs.rounds} rounds: {found.words}."
    shown = CheckResult(TRANSCRIPT, "fails", Grade.PROVED, found.shown, note)
    return [*results, witnessed(shown, witness, declared.given)]


def release_witness(
    subject: DeclaredPolicy, facts: Facts, deadline: float = math.inf
) -> Witness | None:
    """A witness that the transcript of a policy breaks its claim, if one is found."""
    claim = facts.claim
    if claim.output != "transcript":
        return None
    search = Search(subject, claim, facts, deadline, time.process_time() + SECONDS)
    pure = isinstance(claim.budget, PureDP)
    proposals = [answer_witnesses(search), mixture_witnesses(search)]
    proposals += [_transcripts(search)] if pure else [released_laws(search)]
    if isinstance(claim.budget, ZCDP | RenyiDP):
        proposals.append(_far_transcripts(search))
    for witness in chain.from_iterable(proposals):
        try:
            witness.checked()
        except Refused:
            continue
        return witness
    return None


def _transcripts(search: Search) -> Iterator[Witness]:
    """Proposals with a loss above the claim, the short ones first."""
    for play in chosen_plays(search):
        yield from _changed(search, play)


def _changed(search: Search, play: ChosenPlay) -> Iterator[Witness]:
    """Both directions of the change that loses most along a path, and some changes in the dark."""
    eps = float(exact(search.claim.budget.eps))  # type: ignore[union-attr]
    space, inputs, world = search.facts.rewards, play.inputs, play.world
    last, moves = play.moves
    losses = {t: _loss(moves[t], float(space.width)) for t in moves}
    worst = max(losses, key=lambda t: losses[t], default=None)
    if worst is not None and losses[worst] > eps * (1 - 1e-9):
        for changed in search.changed(inputs, worst, last[worst]):
            yield from _mended(search, changed, world)
    played = len(world.play.actions)
    if play.in_the_dark and played <= ROUNDS[0]:
        for t in range(1, min(played, FLIPPED) + 1):
            for changed in search.changed(inputs, t, played):
                yield from _mended(search, changed, world, only_apart=True)


def _loss(moves: Sequence[Move], width: float) -> float:
    """A bound of what a reward loses along the path."""
    total = 0.0
    for move in moves:
        shift = move.scales * width
        if type(move.law) is Laplace:
            total += shift
        elif type(move.law) is Gaussian:
            total += shift * (move.drawn + shift / 2)
        else:  # of noise on the integers the checker says more
            return math.inf
    return total


def _mended(
    search: Search, inputs: Inputs, world: World, only_apart: bool = False
) -> Iterator[Witness]:
    """The transcript of a play as a witness, in both directions, once the other world has it.

    `only_apart` asks for worlds that no noise can mend.
    """
    found = _mend(search, inputs, _drawn(world))
    if found is None:
        return
    left, right, noises = found
    if only_apart and right is not None and _alike(left, right):
        return
    first, second = (tuple(map(Fraction, part)) for part in (_drawn(left), noises))
    claim = stated(search.claim)
    yield Witness(claim, search.subject, inputs, TranscriptEvent(first, second))
    turned = replace(inputs, left=inputs.right, right=inputs.left)
    yield Witness(claim, search.subject, turned, TranscriptEvent(second, first))


def _mend(
    search: Search, inputs: Inputs, script: Sequence[float]
) -> tuple[World, World | None, list[float]] | None:
    """A play, that of the other world, and the noises with which that one shows the same."""
    left = played_in(search, inputs, Noises(script))
    if left is None:
        return None
    noises = _drawn(left)
    right: World | None = None
    for _ in range(MENDED):
        right = played_in(search, inputs, Noises(noises), 1)
        if right is None or search.over():
            return None
        wrong = _first_difference(left, right)
        if wrong is None:
            break
        k, correction = wrong
        place = sum(not is_none(law) for law in right.laws[:k])
        noises += [0.0] * (place + 1 - len(noises))
        noises[place] += correction
    return left, right, noises


def _far_transcripts(search: Search) -> Iterator[Witness]:
    """Transcripts far out, where one number shows nearly all of a divergence of a large order."""
    order = FAR_ORDER if isinstance(search.claim.budget, ZCDP) else None
    asked: Any = order or getattr(search.claim.budget, "alpha", 2)
    if asked == math.inf:
        return  # the largest loss is that of the plays themselves, wherever their noise is
    far = float(exact(asked)) - 1
    tried: set[tuple[int, int, Inputs]] = set()
    for play in chosen_plays(search):
        last, moves = play.moves
        if not moves:
            continue
        t = max(moves, key=lambda t: sum(move.scales**2 for move in moves[t]))
        for until in dict.fromkeys((last[t], min(last.values()))):
            for inputs in search.changed(play.inputs, t, until):
                for either in (inputs, replace(inputs, left=inputs.right, right=inputs.left)):
                    key = (t, until, replace(either, contexts=()))
                    if key not in tried and not search.over():
                        tried.add(key)
                        yield from _far_out(search, either, play.world, far, order)


def _far_out(
    search: Search, inputs: Inputs, world: World, far: float, order: Fraction | None
) -> Iterator[Witness]:
    """The transcript in which each noise is `far` times as far out as the reward moves it."""
    script = [0.0 for _ in _drawn(world)]
    for _ in range(SETTLED):
        found = _mend(search, inputs, script)
        if found is None:
            return
        left, _, noises = found
        drawn = _drawn(left)
        moved = [b - a for a, b in zip_longest(drawn, noises, fillvalue=0.0)]
        wanted = [round(far * move * 2**10) / 2**10 for move in moved]
        if wanted == script:
            first, second = (tuple(map(Fraction, part)) for part in (drawn, noises))
            event = TranscriptEvent(first, second, (), order)
            yield Witness(stated(search.claim), search.subject, inputs, event)
            return
        script = wanted


def _alike(left: World, right: World) -> bool:
    shown = [
        (w.play.pulls, w.play.recommended, [entry.value for entry in w.releases])
        for w in (left, right)
    ]
    return shown[0] == shown[1]


def _drawn(world: World) -> list[float]:
    pairs = zip(world.noises, world.laws, strict=True)
    return [float(value) for value, law in pairs if not is_none(law)]


def _first_difference(left: World, right: World) -> tuple[int, float] | None:
    """The new noise behind the first number that differs, and by how much it must change."""
    for one, (other, fresh) in zip(left.releases, right.new_noises(), strict=False):
        if (one.time, one.arm) != (other.time, other.arm):
            return None
        if one.value != other.value:
            if not fresh:
                return None
            return fresh[0], float((one.value - other.value) / other.noises[fresh[0]])
    return None
