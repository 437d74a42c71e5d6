"""The algorithms that Section 5 compares: what the paper itself says of them, and the settings."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any
from banditproof.algorithms import (
    DPIMED,
    DPSE,
    IMED,
    AdaPKLUCB,
    LazyDPTS,
    Play,
    RewardCycles,
    Silent,
    make_policy,
    play,
)
from banditproof.paper_checks.checking import Check, Verdict, checks, mutant
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdicts.vocabulary import cited, points, proved, require
from banditproof.theory import exact
from banditproof.theory.mechanisms import NoNoise
from .competitor_adap_klucb import Remembering
from .competitor_lazy_dp_ts import PrefixSums, SmallBuffers
from .experiment_settings import BUDGETS, FULL, INSTANCES, PANELS, SWEEP, SWEPT
from .wrong_experiment_policies import half_noise

CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0))
EPISODES = ((1, 1, 1, 0), (1, 1, 1, 0), (1, 0, 1, 0))
"""Cycles on which two arms stay for several episodes."""

HORIZON = 3000
FINDING = "The algorithm is not as described."


def _played(policy: Any) -> Play:
    """A play on three cycles of rewards, without noise, with the ledger of a private algorithm."""
    played = play(policy, RewardCycles(CYCLES), HORIZON, Silent())
    fault = release_fault(played, 1)
    require(fault is None, FINDING, ledger=fault)
    return played


def _require_doubling_and_forgetting(played: Play) -> None:
    """Each arm is explored once, then each release has twice the rewards of the arm's last one."""
    first = [arm for _, arm, _ in played.pulls[:3]]
    require(sorted(first) == [0, 1, 2], FINDING, first_pulls=first)
    for arm in range(3):
        own = [r for r in played.ledger.releases if r.arm == arm]
        sizes = [len(r.rewards) for r in own]
        # AdaP-KLUCB begins anew with 1 after the first exploration
        doubled = all(b in (2 * a, 1) for a, b in pairwise(sizes))
        require(doubled and sizes.count(1) <= 2, FINDING, arm=arm, sizes=sizes)
        known = played.state[arm].total
        require(
            known == sum(CYCLES[arm][(n - 1) % 4] for n in _counts(played, arm, own[-1])),
            FINDING,
            arm=arm,
            remembered=known,
        )


def _counts(played: Play, arm: int, release: Any) -> list[int]:
    """Which pulls of an arm, counted from 1, a release sums."""
    rounds = [t for t, action in enumerate(played.actions, start=1) if action == arm]
    return [rounds.index(t) + 1 for t in release.rewards]


def _described(name: str, maker: Callable[..., Any], bonus: str, mutants: Any) -> Check:
    """Register what the paper says of an algorithm that doubles, forgets and adds noise."""

    def check(policy: Callable[..., Any] = maker) -> Verdict:
        """One long play: first pulls, sizes of releases, what is remembered; and the bonus."""
        made = policy(arms=3, eps=1)
        _require_doubling_and_forgetting(_played(made))
        require(abs(exact(getattr(made, bonus)) - 3) < Fraction(1, 5), FINDING, bonus=bonus)
        return points(
            "Each arm once, then batches or buffers that double, of which only the last is kept, "
            "with Lap(1/eps) on each sum; the factor of log t is 3 or 3.1.",
            covered=f"One play of {HORIZON} rounds of three arms without noise, with its ledger.",
            not_covered="Other plays; the factor 3 counts the samples kept, about half of N_a.",
        )

    return checks(f"bern.comp.{name}", mutants=mutants)(check)


DESCRIBED = (
    _described(
        "adapklucb",
        AdaPKLUCB,
        "optimism",
        {"no forgetting": {"policy": Remembering}, "half noise": {"policy": half_noise(AdaPKLUCB)}},
    ),
    _described(
        "lazydpts",
        LazyDPTS,
        "bonus",
        {"prefix sums": {"policy": PrefixSums}, "small buffers": {"policy": SmallBuffers}},
    ),
)


class Unequal(DPSE):
    """Wrong: the first arm of an epoch is explored twice as long."""

    def decide(self, state: Any, t: int, randomness: Any) -> Any:
        """Twice as many pulls of the first arm."""
        pull = super().decide(state, t, randomness)
        return replace(pull, count=2 * pull.count) if pull.arm == 0 else pull


@checks("bern.comp.dpse")
@mutant("one arm explored longer", policy=Unequal)
@mutant("half noise", policy=half_noise(DPSE))
def independent_episodes(policy: Callable[..., Any] = DPSE) -> Verdict:
    """One long play: every active arm has one release for each episode, of one size."""
    played = play(policy(arms=3, eps=1, beta="1/2"), RewardCycles(EPISODES), 60_000, Silent())
    fault = release_fault(played, 1)
    require(fault is None, FINDING, ledger=fault)
    episodes: list[dict[int, int]] = [{}]
    for release in played.ledger.releases:
        if release.arm in episodes[-1]:
            episodes.append({})
        episodes[-1][release.arm] = len(release.rewards)
    for episode in episodes[:-1]:
        require(len(set(episode.values())) == 1, FINDING, sizes_of_an_episode=episode)
    left = [set(episode) for episode in episodes]
    shrink = all(later <= earlier for earlier, later in pairwise(left))
    require(shrink and len(left[0]) == 3, FINDING, active_arms=left)
    return points(
        covered=f"One play of 60 000 rounds of three arms without noise, {len(episodes)} episodes."
    )


@checks("bern.comp.imed")
@mutant("DP-IMED", policy=partial(DPIMED, eps=1))
def benchmark_without_privacy(policy: Callable[..., Any] = IMED) -> Verdict:
    """Its releases have no noise, so that no budget bounds its privacy loss."""
    played = play(policy(arms=3), RewardCycles(CYCLES), 60, Silent())
    exact = all(isinstance(one.mechanism, NoNoise) for one in played.ledger.releases)
    require(exact, FINDING, ledger="noisy")
    return proved(universal=None)


@checks("bern.sec5.settings")
@mutant("batch ratio 1.5", ratio="1.5")
def settings_of_section_5(ratio: str = "2") -> Verdict:
    """The policies that the other claims simulate have these parameters."""

    def parameter(algorithm: str, name: str) -> Any:
        chosen = ratio if name == "schedule" else 2
        return getattr(make_policy(algorithm, 5, "0.25", FULL.horizon, chosen), name)

    for algorithm in ("dp-klucb", "dp-imed"):
        batches = parameter(algorithm, "schedule")
        sizes = [batches.pulls(0), batches.batch(1), batches.batch(2)]
        require(sizes == [1, 2, 4], FINDING, algorithm=algorithm, first_batches=sizes)
    optimism = float(parameter("adap-klucb", "optimism"))
    require(optimism == 3.1 > 3, FINDING, optimism=optimism)
    beta = exact(parameter("dp-se", "beta"))
    require(beta * FULL.horizon == 1 and FULL.horizon == 10**6, FINDING, beta=beta)
    require([len(means) for means in INSTANCES.values()] == [5] * 4, FINDING)
    require(PANELS["bern.fig1"] == (("mu1", "0.25"), ("mu2", "0.25")), FINDING)
    return proved(universal=None)


@checks("bern.secG.settings")
@mutant("mu4 with mu3", names=("mu1", "mu2", "mu4", "mu3"))
def settings_of_appendix_g(names: tuple[str, ...] = tuple(INSTANCES)) -> Verdict:
    """The means: one gap, and linear, convex and concave paths from 3/4 to 1/4."""
    top, shares = Fraction(3, 4), [Fraction(k, 4) for k in range(5)]
    paths = (
        [top] + [Fraction(7, 10)] * 4,
        [top - k / 2 for k in shares],
        [Fraction(1, 4) + (1 - k) ** 2 / 2 for k in shares],
        [top - k**2 / 2 for k in shares],
    )
    for name, expected in zip(names, paths, strict=True):
        require([Fraction(mean) for mean in INSTANCES[name]] == expected, FINDING, means=name)
    require(BUDGETS == ("0.01", "0.1", "0.5", "1"), FINDING, budgets=BUDGETS)
    require(SWEEP.horizon == 10**7 and ("0.8", *("0.1",) * 4) == SWEPT, FINDING)
    return cited()
