"""Claims about DP-SE: its episodes, privacy, regret and needs, and what it guarantees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, log2

from flint import arb

from banditproof.algorithms import DPSE, Pull, RewardCycles, Silent, play
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.models.released_sums import private_by_sums
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.repeated import repeated
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import need, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.mechanisms import Laplace

from .proof_of_the_elimination import GUARANTEE, REGRET

Maker = Callable[..., DPSE]
PRIVATE = private_by_sums(
    "thesis.alg.dpse.private",
    "Fix the actions: they fix the epochs, and so the rewards behind each sum of an arm in an "
    "epoch.",
    r"The sums are of disjoint rewards: a reward is in $m=1$ of them. An epoch that the horizon "
    r"cuts "
    r"releases nothing of the arm that it cuts.",
    r"Each sum has the noise $\mathrm{Lap}(1/\epsilon)$, drawn once.",
    r"There are finitely many sequences of actions: this is $\epsilon$-DP.",
)


def real_length(alive: int, epoch: int, beta: Fraction, eps: Fraction) -> arb:
    """max{ 32 log(8Se^2/beta)/D^2, 8 log(4Se^2/beta)/(eps D) }, D = 2^-e."""
    logs = [ball(k * alive * epoch**2 / beta).log() for k in (8, 4)]
    first = 32 * 4**epoch * logs[0]
    return first.max(8 * 2**epoch * logs[1] / ball(eps))


def length(alive: int, epoch: int, beta: Fraction, eps: Fraction) -> int:
    """R = floor(max{...}) + 1, certified."""
    with working_precision(96):
        whole_part = (real_length(alive, epoch, beta, eps)).floor().unique_fmpz()
    need(whole_part is not None, "The floor is not decided", alive=alive, epoch=epoch)
    return int(whole_part) + 1


repeated(
    "thesis.alg.dpse.episodes",
    of="bern.comp.dpse",
    statement=r"DP-SE is a private Successive Elimination that runs in independent episodes: each "
    r"explores the active arms uniformly, and at its end provably suboptimal arms are eliminated "
    r"by "
    r"the samples of that episode only.",
    title="the episodes of DP-SE",
    stated=True,
)


@claim(
    "thesis.alg.dpse.private",
    r"For rewards in $[0,1]$ the noise $\mathrm{Lap}(1/\epsilon)$ on each sum of the rewards of an "
    r"arm makes the continual release of all empirical means $\epsilon$-DP, by parallel "
    r"composition.",
    recorded="holds",
    stated=True,
    title="privacy of DP-SE",
    mutants={
        "half of the noise": {"noise": Fraction(1, 2)},
        "sharper: 0.99 of the noise": {"noise": Fraction(99, 100)},
        "a reward in two sums": {"proof": PRIVATE.changed(2, formula="c <= 2")},
    },
)
def privacy_of_dp_se(noise: Fraction = Fraction(1), proof: Proof = PRIVATE) -> Verdict:
    """The ledgers of two plays of several epochs."""
    for eps in (Fraction(1), Fraction(1, 20)):
        made = DPSE(3, beta="0.5", eps=eps, noise=Laplace(noise / eps))
        played = play(made, RewardCycles([(1, 1, 0), (1, 0, 0), (0,)]), 12_000, Silent())
        fault = release_fault(played, eps)
        require(fault is None, "The sums are not private together.", ledger=fault, eps=eps)
    return proof.verdict(
        "A reward is in the sum of one arm in one epoch.",
        instances="The ledgers of two plays of 12 000 rounds.",
    )


@claim(
    "thesis.alg.dpse.horizon",
    r"DP-SE is not anytime: it needs $T$ in advance to decide the length of each episode.",
    recorded="holds",
    stated=True,
    reading=r"$\beta=1/T$, as in Section 5.5.1",
    title="DP-SE needs the horizon",
    mutants={"one failure probability for all": {"beta": lambda T: Fraction(1, 100)}},
)
def needs_the_horizon(
    beta: Callable[[int], Fraction] = lambda T: Fraction(1, T),
) -> Verdict:
    """The first decision after the first epoch of an arm, for two horizons."""
    short, long = (length(2, 1, beta(T), Fraction(1)) for T in (10**4, 10**5))
    require(short < long, "The first epochs have one length.", short=short, long=long)
    for T, pulls in ((10**4, short), (10**5, long)):
        made = DPSE(2, beta=beta(T), eps=1, rounding="down")
        need(made.pulls_per_arm(1, 2) == pulls, "The library has another length", T=T)
    return proved(
        "The second arm is pulled first after more rounds if the horizon is longer.",
        covered=f"T = 1e4 and 1e5: the first arm is pulled {short} and {long} times first.",
        universal=None,
    )


@claim(
    "thesis.alg.dpse.regret",
    r"The additional exploration costs $O(\log(T)/\epsilon)$ per arm: with $\beta=1/T$, "
    r"$\Delta_a\mathbb E[N_a(T)]\le171\frac\lambda{\Delta_a}+32\frac\lambda\epsilon+5$, where "
    r"$\lambda=\log(8KE^2T)$ and $E=\lceil\log_2\frac1{\Delta_a}\rceil$ (or 1).",
    recorded="holds",
    stated=True,
    reading="the order that the text names, with constants of our own; one best arm",
    title="regret of DP-SE",
    mutants={
        "sharper: 170": {
            "proof": REGRET.changed(13, formula="gap*pulls <= 170*lam/gap + 32*lam/eps + 5")
        },
        "sharper: six tenths of the bound": {"share": Fraction(3, 5)},
        "epochs of twice the length": {"factor": 4},
    },
)
def regret_of_dp_se(
    share: Fraction = Fraction(1),
    factor: int = 1,
    gaps: tuple[Fraction, ...] = tuple(Fraction(k, 100) for k in (100, 51, 50, 26, 25, 7)),
    proof: Proof = REGRET,
) -> Verdict:
    """The pulls in all epochs up to E against the bound without the failures, in balls."""
    sides, T = Sides(), 10**6
    for gap, K, eps in product(gaps, (2, 10), (Fraction(1, 100), Fraction(1))):
        E = max(1, ceil(log2(1 / gap)))
        lam = ball(Fraction(8 * K * E**2 * T)).log()
        pulls = factor * sum(length(K, e, Fraction(1, T), eps) for e in range(1, E + 1))
        bound = 171 * lam / ball(gap) + 32 * lam / ball(eps) + 5
        case = {"gap": gap, "K": K, "eps": eps}
        sides.at_most(ball(gap * pulls), ball(share) * bound, "More pulls.", **case)
    return proof.verdict(
        "The pulls of all epochs up to E are geometric sums. The term of eps has no gap, as in the "
        "lower bound K log(T)/eps.",
        instances="24 settings at T = 1e6, in balls.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.alg.dpse.drawbacks",
    r"Successive Elimination does not match the problem-dependent lower bound exactly, and commits "
    r"to one arm when all others are eliminated.",
    recorded="holds",
    stated=True,
    reading=r"DP-SE on the means 1/2 and 0: $\mathbb E[N_2]/\log T$ against $1/d(0,\frac12)$; "
    r"$\beta=1/T$",
    title="drawbacks of DP-SE",
    mutants={"sharper: 150 times the lower bound": {"times": 150}},
)
def drawbacks_of_dp_se(times: int = 80) -> Verdict:
    """The pulls of the first epoch, whatever the rewards are; what a sole survivor is pulled."""
    with working_precision(96):
        for T in (10**6, 10**30, 10**300):
            pulls = real_length(2, 1, Fraction(1, T), Fraction(1))
            least = arb(T).log() / arb(2).log()
            require(pulls > times * least, "It pulls less.", T=T, ratio=pulls / least)
    made = DPSE(2, beta="0.01", eps=1)
    left = made.start()._replace(alive=(1,))
    pull = made.decide(left, 5, Silent())
    require(pull == Pull(1, pull.count, releases=False), "It does not commit.", pull=pull)
    return proved(
        "R of the first epoch is above 128 log(16 T), which is more than 88 times log(T)/log 2 for "
        "every T, and no reward can shorten it. (An expected number of pulls of a whole epoch.)",
        covered="T = 1e6, 1e30 and 1e300, in balls; the ratio falls to 128 log 2 = 88.7.",
        universal=None,
    )


@claim(
    "thesis.dpse.guarantee",
    r"Rewards in $[0,1]$, one best arm: with probability at least $1-0.823\,\beta$, in all epochs, "
    r"the best arm is not removed, and a suboptimal arm is gone after the epoch "
    r"$e_a=\lceil\log_2(1/\Delta_a)\rceil$ (or 1).",
    recorded="holds",
    title="what DP-SE eliminates",
    mutants={
        "sharper: 0.82 beta": {"proof": GUARANTEE.changed(30, formula="bad <= 0.82*beta")},
        "epochs of half the length": {"proof": GUARANTEE.changed(2, formula="R*D**2 >= 16*H")},
        "half of the noise in the radius": {
            "proof": GUARANTEE.changed(7, formula="c == C/(2*eps*R)")
        },
        "sharper: a ninth of 2^-e": {"proof": GUARANTEE.changed(8, formula="sqrt(H/(2*R)) <= D/9")},
        "sharper: a margin of one radius": {"margin": 1},
    },
)
def what_is_eliminated(margin: int = 2, proof: Proof = GUARANTEE) -> Verdict:
    """The steps, and the decisions at the extreme errors of the good event."""
    sides = Sides()
    with working_precision(96):
        for S, e, beta, eps in product((2, 9), (1, 2, 6), ("1/100", "1"), ("1/100", "1")):
            R = length(S, e, Fraction(beta), Fraction(eps))
            h = (ball(8 * S * e**2 / Fraction(beta)).log() / (2 * R)).sqrt()
            c = ball(4 * S * e**2 / Fraction(beta)).log() / ball(Fraction(eps) * R)
            radius, case = h + c, {"S": S, "e": e, "beta": beta, "eps": eps}
            # the best arm lowest, another of its mean highest; then a gap of 2^-e at its closest
            sides.at_most(2 * radius, margin * radius + arb("1e-20"), "The best arm goes.", **case)
            gone = ball(Fraction(1, 2**e)) - 2 * radius > margin * radius
            require(gone, "An arm with a gap of 2^-e stays.", **case)
    return proof.verdict(
        "Each error is above h + c with probability at most beta/(2Se^2), and 4(h + c) < 2^-e; the "
        "sum over all epochs is beta pi^2/12, below 0.823 beta.",
        instances="The decisions at the extreme errors in 24 epochs, in balls.",
        beyond="Ties of the best mean.",
        sharpness=sides.sharpness,
    )


LENGTHS = (1062, 4957, 21487, 90658, 377256)
LIMITS = {
    ("0.95", "0.9", "0.9", "0.9", "0.5"): (1987699, 2495594),
    ("0.75", "0.7", "0.7", "0.7", "0.7"): (2477100, 3068340),
}
"""The bound of the stopping time at delta = 0.01 for eps = 1 and 0.01, by the means."""


def last_epochs(means: tuple[str, ...]) -> Iterator[int]:
    """e_a of the suboptimal arms."""
    best, *others = sorted(map(Fraction, means), reverse=True)
    for mean in others:
        e = 1
        while Fraction(1, 2**e) > best - mean:
            e += 1
        yield e


@claim(
    "thesis.dpse.guarantee.samples",
    r"On this event $N_a\le\sum_{e\le e_a}R_e$ with $S=K$, and DP-SE that stops when one arm is "
    r"left "
    r"stops after at most $\sum_aN_a+\max_aN_a$ pulls, over the suboptimal arms. With "
    r"$R=\lfloor\cdot\rfloor+1$: $R_1,\dots,R_5$ are $1062,4957,21487,90658,377256$ for $K=5$, "
    r"$\epsilon=1$, $\beta=0.01$; the stopping times for $\delta=0.01$ are at most 1987699 and "
    r"2495594 ($\epsilon=1$, $0.01$) for the means $(0.95,0.9,0.9,0.9,0.5)$, and 2477100 and "
    r"3068340 for $(0.75,0.7,0.7,0.7,0.7)$.",
    recorded="holds",
    stated=False,
    title="samples of DP-SE as numbers",
    mutants={
        "the ceiling": {"rounding": lambda R: R + 1},
        "sharper: one epoch less": {"late": -1},
        "without the best arm": {"best": 0},
    },
)
def samples_of_dp_se(
    rounding: Callable[[int], int] = lambda R: R, late: int = 0, best: int = 1
) -> Verdict:
    """The lengths by certified floors, and their sums."""
    beta, finding = Fraction(1, 100), "The numbers are other ones."
    lengths = tuple(rounding(length(5, e, beta, Fraction(1))) for e in range(1, 6))
    require(lengths == LENGTHS, finding, R=lengths)
    for e, R in enumerate(lengths, 1):
        own = DPSE(5, beta=beta, eps=1, rounding="down").pulls_per_arm(e, 5)
        need(own == R, "The library has another length", epoch=e, R=own)
    for means, limits in LIMITS.items():
        for eps, limit in zip((Fraction(1), Fraction(1, 100)), limits, strict=True):
            pulls = [
                sum(length(5, e, beta, eps) for e in range(1, last + late + 1))
                for last in last_epochs(means)
            ]
            total = sum(pulls) + best * max(pulls)
            require(total == limit, finding, means=means, eps=eps, stopping_time=total)
    for S in (2, 3, 4):
        fewer = length(S, 3, beta, Fraction(1)) <= length(5, 3, beta, Fraction(1))
        require(fewer, "Fewer arms are pulled more.", S=S)
    return proved(
        "R does not fall with the number of active arms; the best arm is pulled as often as the "
        "last arm that leaves.",
        covered="The five lengths and the four bounds, by certified floors.",
        universal=None,
    )


whole(
    "thesis.alg.dpse",
    r"DP-SE runs in independent episodes with uniform exploration of the active arms; it is "
    r"$\epsilon$-DP by $\mathrm{Lap}(1/\epsilon)$ on each sum; its private regret is "
    r"$O(\log(T)/\epsilon)$ per arm; it needs $T$; it does not match the lower bound exactly.",
    parts=tuple(
        f"thesis.alg.dpse.{part}"
        for part in ("episodes", "private", "regret", "horizon", "drawbacks")
    ),
)
