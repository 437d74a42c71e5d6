"""Every mutant is rejected by the check that it names; every correct algorithm passes them all."""

from fractions import Fraction
import pytest
from banditproof.algorithms.catalogue import POLICIES, make_policy
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.randomness import Sampled, Silent
from banditproof.algorithms.regret.dp_ucb import TreeUCB
from banditproof.algorithms.rewards import RewardCycles, RewardList
from banditproof.theory.budgets import ZCDP
from banditproof.theory.exact import exact
from banditproof.verify.audit.built_in import built_in
from banditproof.verify.audit.judges import (
    AFFINE,
    CALIBRATED,
    FRESH,
    HORIZON,
    MEMORY,
    ONCE,
    REPLAY,
    SUFFICIENT,
)
from banditproof.verify.audit.memory import changed_by_playing
from banditproof.verify.audit.recording import forced_record, record, replayed_decisions
from banditproof.verify.audit.structure import structure_of
from banditproof.verify.conformance import (
    CONFORMANCE_CHECKS,
    INDEX,
    SCHEDULE,
    Algorithm,
    nonconformities,
)
from banditproof.verify.exact_laws.enumeration import loss_on_lists
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.privacy_loss import privacy_loss
from banditproof.verify.linear_releases import transcript_loss
from banditproof.verify.mutants import MUTANTS
from banditproof.verify.mutants.peeking import Peeking, PeekingTies

CYCLES = ((1, 1, 1, 0), (0, 1, 0, 0))
LEAKING = [mutant for mutant in MUTANTS if mutant.leaks_at is not None]
PRIVATE = [name for name, entry in POLICIES.items() if entry.private]


def violated(policy, eps):
    """The names of the structural checks and conformance checks that a policy fails."""
    result = dict(structure_of(policy, eps).seen)
    result[MEMORY] = " and ".join(changed_by_playing(policy)) or None
    meant = Algorithm("dp-imed", eps, 2, 1, "first")
    if set(CONFORMANCE_CHECKS) & {m.caught_by for m in MUTANTS if isinstance(policy, m.build)}:
        for chance in (Silent(), Sampled(5), Sampled(6)):
            played = play(policy, RewardCycles(CYCLES), 200, chance)
            result.update({k: v for k, v in nonconformities(meant, played, 2).items() if v})
    return {name for name, problem in result.items() if problem}


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
@pytest.mark.parametrize("eps", ["0.25", 1])
def test_a_mutant_is_rejected_by_the_check_it_names(mutant, eps):
    """At eps = 1 also by the fast test of the corpus, which asks for the same check."""
    assert mutant.caught_by in (*SUFFICIENT, *CONFORMANCE_CHECKS, MEMORY)
    assert mutant.caught_by in violated(mutant.make(eps), eps)
    assert mutant.defect


def test_each_check_has_a_mutant():
    named = {mutant.caught_by for mutant in MUTANTS}
    assert named == {ONCE, FRESH, CALIBRATED, HORIZON, REPLAY, AFFINE, INDEX, SCHEDULE, MEMORY}
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 27


@pytest.mark.parametrize("mutant", LEAKING, ids=lambda mutant: mutant.name)
def test_a_leaking_mutant_exceeds_its_budget_exactly(mutant):
    """By the law of its actions alone, with geometric noise, over all lists and neighbours."""
    eps = 1 if mutant.leaks_at == 5 else 2
    policy = mutant.make(eps)
    try:
        result = privacy_loss(policy, mutant.leaks_at, cut=5)
        assert not result.holds(eps)
        assert result.epsilon.lo > 1.5 * eps
    except NotEnumerable:  # a curator with a memory: plain enumeration
        assert float(loss_on_lists(policy, mutant.leaks_at, cut=4).low) > 2.72


TRANSCRIPTS = {
    "noise scale halved": 2,
    "noise scale halved behind the declaration": 2,
    "noise of the first phase dropped": float("inf"),
    "noise reused across phases": float("inf"),
    "one shared noise for all arms": float("inf"),
    "sample counted twice": 2,
    "clipping dropped with rewards in [0, 2]": 2,
    "pulls of the truncated batch released": float("inf"),
    "decision that peeks at a raw reward": 1,
    "tie rule that reads raw rewards": 1,
    "index with max for min": 1,
    "batch B_m for B_(m+1)": 1,
    "rewards lost before the release": 1,
    "noise of the first twelve releases only": 1,
    "noise too weak late": 1,
    "rewards of long batches counted three times": 1,
    "rewards of a fringe amplified": 1,
    "noise cancelled behind the trace": 1,
    "raw sum added behind the trace": 1,
    "noise that depends on the raw sum": 1,
    "noise law chosen by a raw reward": 1,
    "decision that peeks late": 1,
    "raw rewards hoarded for later": 1,
}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_exact_loss_of_the_transcript_of_a_mutant(mutant):
    """Defects of the releases show in their density; defects of decisions and indices do not."""
    loss = transcript_loss(mutant.make(1))
    assert loss == TRANSCRIPTS[mutant.name] if mutant.name in TRANSCRIPTS else loss >= 4


LONG = {"adap-tt", "adap-tt-star", "uniform-tt", "uniform-tt-star", "lazy-dp-ts"} | {
    name for name in PRIVATE if POLICIES[name].linear
}
"""Private policies whose structural checks take seconds; they are checked at one budget."""


@pytest.mark.parametrize(
    ("name", "eps"),
    [
        *((n, "0.1") for n in PRIVATE if n not in LONG),
        *(pytest.param(n, "0.1", marks=pytest.mark.slow) for n in PRIVATE if n in LONG),
        *(pytest.param(n, 1, marks=pytest.mark.slow) for n in PRIVATE if n not in LONG),
    ],
)
def test_correct_algorithms_pass_every_structural_check(name, eps):
    policy = built_in(name, ZCDP(exact(eps) ** 2 / 2), 3)
    structure = structure_of(policy, policy.budget)
    seen = dict(structure.seen)
    if isinstance(policy, TreeUCB):  # a reward is in one block of each level
        assert seen[ONCE]
        seen[ONCE] = None
    else:
        assert structure.sound
    assert seen == dict.fromkeys(SUFFICIENT)
    assert structure.facts.changed == ()
    assert len(structure.facts.plays) >= 1
    assert structure.facts.releases >= 2


@pytest.mark.parametrize("name", ["dp-imed", "dp-klucb", "adap-klucb", "lazy-dp-ts"])
def test_correct_transcripts_cost_exactly_the_budget(name):
    assert transcript_loss(make_policy(name, arms=2, eps="0.3")) == Fraction(3, 10)


@pytest.mark.parametrize("name", ["ucb", "kl-ucb", "imed"])
def test_policies_without_noise_are_not_calibrated(name):
    violations = structure_of(make_policy(name, arms=2), 5).seen
    assert violations[CALIBRATED]
    assert violations[REPLAY] is None


def test_a_larger_claim_is_kept_and_a_smaller_one_is_not():
    policy = make_policy("dp-imed", arms=2, eps=1)
    assert structure_of(policy, 1).seen[CALIBRATED] is None
    assert structure_of(policy, "1.5").seen[CALIBRATED] is None
    assert "0.999" in structure_of(policy, "0.999").seen[CALIBRATED]


def test_replay_repeats_the_play_from_releases_alone():
    policy = make_policy("lazy-dp-ts", arms=2, eps=1)
    result = record(policy, RewardList([1, 0, 1] * 20), 60, seed=4)
    assert replayed_decisions(result).pulls == result.play.pulls
    other = record(policy, RewardList([1, 0, 1] * 20), 60, seed=5)
    assert other.play.pulls != result.play.pulls


def differs(pulls, found):
    """Whether a replay decides otherwise than the play, or cannot go on."""
    try:
        return pulls() != found.play.pulls
    except ValueError:
        return True


@pytest.mark.parametrize("kind", [Peeking, PeekingTies])
def test_each_kind_of_replay_unmasks_a_peeking_policy(kind):
    """Without rewards it decides otherwise, and on other rewards with equal releases as well."""
    rewards, flipped = RewardList([0, 1, 1, 0, 1, 0] * 30), RewardList([1, 0, 0, 1, 0, 1] * 30)
    policy = kind(arms=2, eps="0.25", ties="first")
    plays = [record(policy, rewards, 150, seed) for seed in range(20)]
    assert any(differs(lambda f=result: replayed_decisions(f).pulls, result) for result in plays)
    assert any(
        differs(lambda f=result: forced_record(f, flipped, 0).play.pulls, result)
        for result in plays
    )
    assert not any(
        differs(lambda f=result: forced_record(f, rewards, 0).play.pulls, result)
        for result in plays
    )


SHORT_BATCHES = [pytest.param("1.1", eps, marks=pytest.mark.slow) for eps in ("0.25", 1, 3)]


@pytest.mark.parametrize("index", ["dp-imed", "dp-klucb"])
@pytest.mark.parametrize(("ratio", "eps"), [(2, "0.25"), (2, 1), (2, 3), *SHORT_BATCHES])
def test_correct_policies_conform_to_the_paper(index, ratio, eps):
    for ties, chance in (("first", Silent()), ("last", Silent()), ("random", Sampled(1))):
        policy = make_policy(index, arms=3, eps=eps, batch_ratio=ratio, ties=ties)
        played = play(policy, RewardCycles((*CYCLES, (0, 1))), 150, chance)
        meant = Algorithm(index, eps, ratio, 1, ties)
        assert nonconformities(meant, played, 3) == dict.fromkeys(CONFORMANCE_CHECKS)


@pytest.mark.parametrize(
    "wrong",
    [
        Algorithm("dp-klucb", 1, 2, 1, "first"),
        Algorithm("dp-imed", "0.05", 2, 1, "first"),
        Algorithm("dp-imed", 1, "1.5", 1, "first"),
        Algorithm("dp-imed", 1, 2, 2, "first"),
    ],
)
def test_another_algorithm_is_distinguished(wrong):
    policy = make_policy("dp-imed", arms=2, eps=1, ties="first")
    played = play(policy, RewardCycles(CYCLES), 300, Silent())
    assert any(nonconformities(wrong, played, 2).values())


def test_a_tie_broken_against_the_rule_is_distinguished():
    policy = make_policy("dp-klucb", arms=2, eps="0.25", ties="last")
    played = play(policy, RewardCycles(CYCLES), 100, Silent())
    assert nonconformities(Algorithm("dp-klucb", "0.25", 2, 1, "last"), played, 2)[INDEX] is None
    problem = nonconformities(Algorithm("dp-klucb", "0.25", 2, 1, "first"), played, 2)[INDEX]
    assert problem is not None
    assert "tie" in problem
