"""How often a suboptimal arm is pulled, and the regret that follows."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.claims import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Sides,
    Textbook,
    Verdict,
    checks,
    checks_both,
)
from banditproof.theory.balls import ball

from .epochs import last_epoch, length, logarithm

PULLS = Proof(
    "elim.pulls.repaired",
    where="gap in (0,1], M in [2,inf), L in (0,inf), eps in (0,inf), z in [1,inf), N in [0,inf), "
    "n in [0,inf), s in [1,inf), K in [1,inf), x in [1,inf), r in [1,inf), w in [1,inf)",
    steps=(
        OnClaim(1, "On the clean event the arm is gone after epoch $E$.", claim="elim.gone"),
        Given(2, r"$E=\lceil\log_2\frac1{\Delta_a}\rceil$ or 1, $M=2^E$.", "M*gap <= 2", uses=(1,)),
        Given(3, "At most $K$ arms are active in an epoch.", "s <= K"),
        Inequality(
            4,
            r"So its logarithms are at most those for $K$ arms, with $x=8e^2/\beta$ or half of it.",
            "log(s*x) <= log(K*x)",
            uses=(3,),
        ),
        Given(
            5,
            "It is the first whole number above its terms, and so at most as long as one of $K$ "
            "arms.",
            "r <= w",
            uses=(4,),
        ),
        Textbook(
            6,
            "So are all epochs together.",
            "N <= n",
            fact="textbook.nonnegative-series:order",
            over=("r", "w"),
            hypotheses={"the sum": 5, "each term is <= its bound": 5},
            instance={"x": "N", "y": "n", "X": "r", "Y": "w"},
        ),
        OnClaim(
            7,
            "Those of $K$ arms are at most twice as long as the last one,",
            "n <= 2*z",
            claim="elim.lengths.repaired",
            of_step=15,
            instance={"N": "n"},
        ),
        Given(
            8,
            r"whose length is this at most, with $\lambda=\log(8KE^2/\beta)$.",
            "z <= max(32*M**2, 8*M/eps)*L + 1",
        ),
        Inequality(
            9, "In the gap.", "max(32*M**2, 8*M/eps) <= max(128/gap**2, 16/(eps*gap))", uses=(2,)
        ),
        Inequality(
            10,
            "So the arm has at most this many pulls.",
            "N <= max(128/gap**2, 16/(eps*gap))*2*L + 2",
            weights={6: "1", 7: "1", 8: "2", 9: "2*L"},
        ),
    ),
)
REGRET = Proof(
    "elim.regret",
    where="gap in (0,1], L in (0,inf), eps in (0,inf), N in [0,inf), T in [2,inf), bad in [0,1], "
    "b in [0,1], n in [0,inf), mean in [0,inf), K in [2,inf), E in [1,inf), u in [1,inf)",
    parts=(13, 14, 15),
    steps=(
        OnClaim(
            1,
            r"With $\beta=\frac1T$ the clean event fails with this probability at most.",
            "bad <= 0.824*(1/T)",
            claim="elim.clean",
            of_step=9,
            instance={"beta": "1/T"},
        ),
        OnClaim(
            2,
            "On it an arm has at most this many pulls.",
            "N <= max(128/gap**2, 16/(eps*gap))*2*L + 2",
            claim="elim.pulls.repaired",
            of_step=10,
        ),
        Given(3, "With $b=1$ where it fails, and 0 elsewhere.", "n <= N + T*b"),
        Textbook(
            4,
            "The mean.",
            "mean <= 1*N + T*bad",
            fact="textbook.elementary-probability:sum above",
            over=("n", "b"),
            hypotheses={"X_t <= c + b Z_t for each t": 3},
            instance={"x": "mean", "n": "1", "c": "N", "b": "T", "z": "bad", "X": "n", "Z": "b"},
        ),
        Inequality(
            5,
            "What the arm costs.",
            "gap*mean <= gap*max(128/gap**2, 16/(eps*gap))*2*L + 3",
            weights={4: "gap", 2: "gap", 1: "gap*T"},
        ),
        Given(6, r"Let $K\le T$ and $\Delta_a\ge\frac1T$: then", "K <= T"),
        Given(7, r"$E\le u$", "E <= u"),
        Given(8, r"for $u=1+\log_2T$.", "u == 1 + log(T)/log(2)"),
        Given(9, "The logarithm.", "L == log(8*K*E**2*T)"),
        Inequality(
            10,
            r"Of the largest such $K$ and $E$",
            "K*E**2 <= T*u**2",
            weights={6: "E**2", 7: "T*(E + u)"},
        ),
        Inequality(
            11,
            "it is the largest.",
            "log(8*K*E**2*T) <= log(8*T*T*u**2)",
            weights={10: "8*T"},
            monotone=("log", "8*T*T*u**2", "8*K*E**2*T"),
        ),
        Inequality(
            12,
            r"It is at most $7\log T$, with equality for $T=2$.",
            "log(8*T*T*u**2) <= 7*log(T)",
            uses=(8,),
        ),
        Inequality(
            13,
            "So the arm costs at most this.",
            "gap*mean <= gap*max(128/gap**2, 16/(eps*gap))*14*log(T) + 3",
            uses=(9,),
            weights={
                5: "1",
                11: "gap*max(128/gap**2, 16/(eps*gap))*2",
                12: "gap*max(128/gap**2, 16/(eps*gap))*2",
            },
        ),
        Inequality(
            14,
            r"If $\Delta_a<\frac1T$, even $T$ pulls cost less than 3;",
            "gap*n < 3",
            where="n <= T, gap*T < 1",
        ),
        Inequality(
            15,
            r"and if $K>T$, all $T$ rounds cost less than 3 for each of $K-1$ arms.",
            "T < 3*(K - 1)",
            where="K >= T + 1",
        ),
        Parts(16, "The three cases.", uses=(13, 14, 15)),
    ),
)
Bound = Callable[[Fraction, Fraction, arb], arb]
CONSTANTS = (10, 1000)


def without_logarithms(gap: Fraction, eps: Fraction, log: arb) -> arb:
    """The print, with 1000 for what the O hides."""
    return ball(1000 * (1 / gap**2 + 1 / (eps * gap)))


def with_logarithms(gap: Fraction, eps: Fraction, log: arb) -> arb:
    """max(256/gap^2, 32/(eps gap)) log(8KE^2/beta) + 2."""
    return ball(max(256 / gap**2, 32 / (eps * gap))) * log + 2


def pulls_until(gap: Fraction, K: int, beta: Fraction, eps: Fraction) -> int:
    """The pulls of an arm until it is gone at the latest; with a gap of 1 it has exactly these."""
    return sum(length(K, e, beta, eps) for e in range(1, last_epoch(gap) + 1))


@checks_both(
    "elim.pulls",
    subjects={"bound": (without_logarithms, with_logarithms)},
    mutants={
        "sharper: 255": {
            "proof": PULLS.changed(10, formula="N <= max(127.5/gap**2, 16/(eps*gap))*2*L + 2")
        },
        "sharper: six tenths of it": {"share": Fraction(3, 5)},
        "epochs of four times the length": {
            "proof": PULLS.changed(8, formula="z <= 4*max(32*M**2, 8*M/eps)*L + 1")
        },
    },
)
def pulls_of_an_arm(bound: Bound, share: Fraction = Fraction(1), proof: Proof = PULLS) -> Verdict:
    """The first epoch cannot be shortened by rewards; then the pulls of all epochs in 24 cases."""
    sides = Sides()
    gaps = (Fraction(1), Fraction(49, 100), Fraction(1, 5), Fraction(1, 129))
    for gap, K, eps, power in product(gaps, (2, 50), (Fraction(1, 100), Fraction(1)), (7, 1000)):
        beta = Fraction(1, 2**power)
        pulls = pulls_until(gap, K, beta, eps)
        log = logarithm(8, K, last_epoch(gap), beta)
        finding = "The arm is pulled more often, because the length of an epoch has log(1/beta)."
        case = {"gap": gap, "K": K, "eps": eps, "log2_of_beta": -power, "pulls": pulls}
        sides.at_most_or_repair(ball(pulls), ball(share) * bound(gap, eps, log), finding, **case)
    return proof.verdict(
        "The arm is gone after epoch E, and all epochs are at most twice as long as the last one.",
        instances="32 settings, in balls.",
        sharpness=sides.sharpness,
    )


@checks(
    "elim.regret",
    mutants={
        "sharper: 6.9 log T": {
            "proof": REGRET.changed(12, formula="log(8*T*T*u**2) <= 6.9*log(T)")
        },
        "sharper: 2.8 in place of 3": {
            "proof": REGRET.changed(
                5, formula="gap*mean <= gap*max(128/gap**2, 16/(eps*gap))*2*L + 2.8"
            )
        },
        "the clean event fails twice as often": {
            "proof": REGRET.changed(3, formula="n <= N + 2*T*b")
        },
    },
)
def regret_of_an_arm(proof: Proof = REGRET) -> Verdict:
    """The pulls on the clean event, and the horizon where it fails."""
    return proof.verdict(
        "On the clean event an arm is gone in time; where it fails, the arm is pulled T times at "
        "most, which costs less than 1 on average."
    )
