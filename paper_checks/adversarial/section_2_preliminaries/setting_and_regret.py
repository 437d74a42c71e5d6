"""Claims about the setting: bandit algorithms, and their worst-case regret."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.proofs import Given, Identity, Inequality, Parts, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require

HALF = Fraction(1, 2)
Rows = tuple[tuple[int, ...], ...]
History = tuple[tuple[int, int], ...]
Algorithm = Callable[[History], tuple[Fraction, ...]]


def switching(history: History) -> tuple[Fraction, ...]:
    """Play the first arm, and leave an arm after a loss of 1."""
    arm = 0
    for played, loss in history:
        arm = 1 - played if loss else played
    return (Fraction(1 - arm), Fraction(arm))


def hesitating(history: History) -> tuple[Fraction, ...]:
    """The same with probability 1/2, otherwise uniform play."""
    return tuple(HALF * chance + HALF * HALF for chance in switching(history))


def law(algorithm: Algorithm, losses: Rows) -> dict[tuple[int, ...], Fraction]:
    """The probability of each sequence of actions."""
    found: dict[tuple[int, ...], Fraction] = {}
    for arms in product(range(2), repeat=len(losses)):
        mass = Fraction(1)
        history: History = ()
        for arm, row in zip(arms, losses, strict=True):
            mass *= algorithm(history)[arm]
            history = (*history, (arm, row[arm]))
        found[arms] = mass
    return found


def regret(
    algorithm: Algorithm, losses: Rows, best: Callable[[Sequence[int]], int] = min
) -> Fraction:
    """The mean loss minus that of the best arm."""
    mean = sum(
        (
            p * sum(row[a] for row, a in zip(losses, arms, strict=True))
            for arms, p in law(algorithm, losses).items()
        ),
        Fraction(0),
    )
    return mean - best([sum(row[i] for row in losses) for i in (0, 1)])


SANE = Proof(
    "adv.def.regret",
    where="v in (-inf,inf), R in (-inf,inf), c in [0,inf), T in [1,inf), x in (-inf,inf), "
    "a in [0,inf), b in [0,inf)",
    parts=(3,),
    steps=(
        Given(1, r"If all arms lose 0 in all rounds, the regret of any algorithm is", "v == 0"),
        Textbook(
            2,
            "It is one of the numbers whose supremum is $R$.",
            "v <= R",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 1},
            instance={"v": "v", "high": "R"},
        ),
        Inequality(3, "So the worst-case regret is at least 0.", "0 <= R", uses=(1, 2)),
        Given(4, "The mean loss $a$ of $T$ rounds and the loss $b$ of an arm.", "a <= T"),
        Given(5, "The regret of a sequence.", "x == a - b"),
        Inequality(6, "It is at most $T$,", "x <= T", uses=(5,), weights={4: "1"}),
        Textbook(
            7,
            "and so is the supremum.",
            "R <= T",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 6},
            instance={"high": "R", "c": "T", "X": "x"},
            over=("x", "a", "b"),
        ),
        Parts(8, "It lies in $[0,T]$.", uses=(3, 7)),
    ),
)


@checks(
    "adv.def.regret",
    mutants={
        "the worst arm": {"best": max},
        "sharper: T/4": {"proof": SANE.changed(7, formula="R <= T/4")},
        "sharper: at least 1": {"proof": SANE.changed(3, formula="1 <= R")},
    },
)
def worst_case_regret(best: Callable[[Sequence[int]], int] = min, proof: Proof = SANE) -> Verdict:
    """All sequences of losses 0 and 1 with two arms, exactly."""
    least = regret(switching, ((1, 0),), best)
    require(least == 1, "The first arm loses 1, the second 0.", T=1, regret=least)
    for algorithm in (switching, hesitating):
        before = Fraction(0)
        for horizon in (1, 2, 3):
            tables = product(product((0, 1), repeat=2), repeat=horizon)
            worst = max(regret(algorithm, rows, best) for rows in tables)
            require(0 <= worst <= horizon, "It is no regret.", T=horizon, worst=worst)
            require(worst >= before, "It falls with the horizon.", T=horizon)
            before = worst
    return proof.verdict(
        "It lies in [0, T]; rounds in which all arms lose 0 show that it does not fall with T.",
        instances="Two algorithms on all losses 0 and 1 of two arms for 1 to 3 rounds, exactly.",
    )


MACHINE = Proof(
    "adv.def1",
    where="p in [0,1], q in (0,1], x in [0,1], k in [0,1], p <= q",
    steps=(
        Given(
            1,
            r"A learner with hidden states draws a state and an action from laws that see only its "
            r"state and the losses of its actions. The probability $p$ of $i_1,\dots,i_t$, summed "
            r"over the states, is thus a function of $(i_s,\ell_s(i_s))_{s<t}$ and $i_t$; so is "
            r"$q>0$, that of $i_1,\dots,i_{t-1}$, and with them",
            "k == p/q",
        ),
        Given(
            2,
            r"This is a bandit algorithm $\mu_t(i_t)=k$ in the sense of the definition (any law "
            "after actions of probability 0).",
            uses=(1,),
        ),
        Textbook(
            3,
            "The product of its conditional probabilities.",
            "x == q*k",
            fact="textbook.ionescu-tulcea",
            hypotheses={"each factor is a kernel of the past": 2},
            instance={"joint": "x", "past": "q", "k": "k"},
        ),
        Identity(
            4,
            "So it has the law of the learner with hidden states.",
            "x == p",
            uses=(1, 3),
        ),
    ),
)


def hidden_law(rows: Rows, sees: int = 0) -> dict[tuple[int, ...], Fraction]:
    """A learner with a secret coin: after a loss it leaves only if the coin fell on 1.

    `sees` = 1 is wrong: it looks at the loss of the arm that it did not play.
    """
    found = dict.fromkeys(product((0, 1), repeat=len(rows)), Fraction(0))
    for coin in (0, 1):
        arms: tuple[int, ...] = (0,)
        for row in rows[:-1]:
            seen = row[arms[-1] ^ sees]
            arms = (*arms, 1 - arms[-1] if coin and seen else arms[-1])
        found[arms] += HALF
    return found


@checks(
    "adv.def1",
    mutants={
        "a loss that is not observed": {"sees": 1},
        "sharper: less mass": {"proof": MACHINE.changed(4, formula="x == p/2")},
    },
)
def bandit_algorithm(sees: int = 0, proof: Proof = MACHINE) -> Verdict:
    """Losses that a sequence of actions does not observe do not change its probability."""
    tables = list(product(product((0, 1), repeat=2), repeat=3))
    known: dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction] = {}
    for rows in tables:
        found = hidden_law(rows, sees)
        require(sum(found.values()) == 1, "No law.", losses=rows)
        for arms, mass in found.items():
            observed = tuple(row[a] for row, a in zip(rows, arms, strict=True))
            before = known.setdefault((arms, observed), mass)
            require(before == mass, "A loss that was not observed counts.", losses=rows, arms=arms)
    return proof.verdict(
        "Hidden states may be summed out: the probability of actions depends on the losses that "
        "they observe, so that a bandit algorithm in the sense of the definition has the same law.",
        instances="A learner with a secret coin on all losses 0 and 1 of three rounds, exactly.",
    )
