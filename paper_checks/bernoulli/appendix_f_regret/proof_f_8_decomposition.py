"""Proof F.8, (34): the regret in whole batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.batch_schedule import GeometricSchedule


def _choices(
    schedule: GeometricSchedule, arms: int, horizon: int
) -> Iterator[tuple[list[int], list[int]]]:
    """Pulls until the horizon, and n_0 plus the whole batches begun, for all sequences of arms."""

    def extended(t: int, phases: tuple[int, ...], played: tuple[int, ...]) -> Iterator[Any]:
        if t > horizon:
            begun = [schedule.pulls(0) + sum(map(schedule.batch, range(1, m + 1))) for m in phases]
            yield list(played), begun
            return
        for arm in range(arms):
            batch = schedule.batch(phases[arm] + 1)
            more = tuple(m + (a == arm) for a, m in enumerate(phases))
            cut = min(batch, horizon - t + 1)
            now = tuple(n + cut * (a == arm) for a, n in enumerate(played))
            yield from extended(t + batch, more, now)

    first = schedule.pulls(0)
    yield from extended(1 + arms * first, (0,) * arms, (first,) * arms)


BATCH = "b in [0,inf), cut in [0,inf)"
EVENTS = Proof(
    "bern.F8.decomposition.events",
    where="n0 in [1,inf), N in (-inf,inf), A in [0,inf), B in [0,inf), EN in [0,inf), "
    "EA in [0,inf), EB in [0,inf), D in [0,inf)",
    steps=(
        Given(
            1,
            r"Each arm is pulled $n_0$ times before the rounds of $\mathcal T$; at "
            r"$t\in\mathcal T$ "
            r"arm $i(t)$, with $N=n_m$ pulls, begins a batch of $B_{m+1}=n_{m+1}-n_m$, of which "
            r"`cut` come until round $T$.",
            "cut <= b",
            where=BATCH,
        ),
        Induction(
            2,
            r"Let $D$ be $n_0$ and the batches of arm $i$ that begin until $T$, those on $E_t$ in "
            r"$(A)$ ($e=1$), the others in $(B)$ ($e=0$), less its pulls until $T$. With "
            r"each batch "
            r"$D\ge0$ is kept.",
            "D >= 0",
            where=f"{BATCH}, k in [1,inf), e in [0,1], start in [0,inf)",
            uses=(1,),
            variable="k",
            sequence="D",
            first="start",
            following="D + b*e + b*(1 - e) - cut",
        ),
        Given(3, r"By definition of $D$,", "N == n0 + A + B - D"),
        Inequality(
            4,
            r"So $N_i(T)\le n_0+(A)+(B)$,",
            "N - n0 <= 1*(A + B)",
            uses=(3,),
            weights={2: "1"},
        ),
        Textbook(
            5,
            "and so are the means.",
            "EN - n0 <= 1*(EA + EB)",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 4},
            instance={"x": "EN - n0", "c": "1", "y": "EA + EB", "X": "N - n0", "Y": "A + B"},
            over=("N", "A", "B"),
        ),
        Parts(6, "For each path, and for the means.", uses=(4, 5)),
    ),
)


@checks(
    "bern.F8.decomposition.events",
    mutants={
        "a batch that is counted on its event alone": {
            "proof": EVENTS.changed(2, following="D + b*e - cut")
        },
        "sharper: one pull less": {"proof": EVENTS.changed(4, formula="N - n0 <= 1*(A + B) - 1")},
    },
)
def pulls_in_batches(proof: Proof = EVENTS) -> Verdict:
    """The batches that begin until T cover the pulls."""
    return proof.verdict("Each pull after the first n_0 lies in one batch that began before it.")


REGRET = Proof(
    "bern.F8.decomposition",
    where="n0 in [1,inf), N in [0,inf), A in [0,inf), B in [0,inf), gap in [0,1], "
    "regret in [0,inf), bound in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"With $E_t=\{\tilde\mu_j(t)<\mu^*-\delta\}$: $N_i(T)\le n_0+(A)+(B)$.",
            "N <= n0 + A + B",
            claim="bern.F8.decomposition.events",
            of_step=4,
        ),
        Inequality(
            2,
            r"The term of arm $i$:",
            "gap*N <= gap*n0 + gap*(A + B)",
            weights={1: "gap"},
        ),
        Given(3, r"$\mathrm{Regret}(T)=\sum_i\Delta_iN_i(T)$, where $\Delta_{i^*}=0$."),
        Textbook(
            4,
            r"The sum over $i\ne i^*$: $\mathrm{Regret}(T)\le "
            r"n_0\sum\Delta_i+\sum\Delta_i((A)+(B))$.",
            "regret <= bound",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 3, "each term is <= its bound": 2},
            instance={
                "x": "regret",
                "y": "bound",
                "X": "gap*N",
                "Y": "gap*n0 + gap*(A + B)",
            },
            over=("gap", "N", "A", "B"),
        ),
    ),
)


@checks(
    "bern.F8.decomposition",
    mutants={
        "sharper: without the first pulls": {"first": lambda schedule: 0},
        "sharper: all but one of the first pulls": {"first": lambda schedule: schedule.first - 1},
        "without (B)": {"proof": REGRET.changed(2, formula="gap*N <= gap*n0 + gap*A")},
    },
)
def regret_in_batches(
    first: Callable[[GeometricSchedule], int] = lambda schedule: schedule.first,
    proof: Proof = REGRET,
) -> Verdict:
    """N_i(T) <= n_0 + the batches begun until T, whatever the choices; only the last is cut."""
    sides, paths = Sides(), 0
    for schedule, arms in product((GeometricSchedule(2), GeometricSchedule("1.5", 2)), (2, 3)):
        for horizon in (12, 17):
            for played, begun in _choices(schedule, arms, horizon):
                paths += 1
                for arm, (pulls, whole) in enumerate(zip(played, begun, strict=True)):
                    bound = whole - schedule.first + first(schedule)
                    case: dict[str, Any] = {"schedule": str(schedule), "T": horizon, "arm": arm}
                    sides.at_most(pulls, bound, "An arm has more pulls.", **case)
    return proof.verdict(
        "The regret is the sum of gap times pulls; the pulls of an arm are n_0 and its batches, "
        "each counted once with its whole size when it begins.",
        instances=f"Every sequence of choices of 2 and 3 arms until T = 12 and 17 ({paths} paths).",
        sharpness=sides.sharpness,
    )
