"""One release is private, and so is the whole run: each reward enters one release."""

from fractions import Fraction

from banditproof.algorithms import DPSE
from banditproof.claims import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
    Verdict,
    checks,
    points,
    require,
)
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit

RELEASE = Proof(
    "elim.release",
    where="d in [-1,1], y in (-inf,inf), n in [1,inf), eps in (0,inf), b in (0,inf), "
    "p in [0,1], q in [0,1], loss in (-inf,inf)",
    parts=(6, 7),
    steps=(
        Given(1, r"One of the $n=R_e$ rewards moves the mean by $d$.", "abs(d) <= 1/n"),
        Given(2, "The scale of the noise.", "b == 1/(n*eps)"),
        Inequality(3, "An outcome $y$ moves by as much.", "abs(y) - abs(y - d) <= abs(d)"),
        Inequality(
            4,
            r"The logarithm of the ratio of the densities is at most $\epsilon$.",
            "(abs(y) - abs(y - d))/b <= eps",
            uses=(2,),
            weights={1: "1/b", 3: "1/b"},
        ),
        Given(5, r"We call it the loss.", "loss == (abs(y) - abs(y - d))/b"),
        Inequality(6, "So it is.", "loss <= eps", uses=(5,), weights={4: "1"}),
        Textbook(
            7,
            "Densities integrate to probabilities.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:densities",
            over=("loss",),
            hypotheses={"the relation of the densities at every point": 6},
            instance={"p": "p", "q": "q", "e": "eps", "X": "loss"},
        ),
        Parts(8, "The loss of every outcome, and of every event.", uses=(6, 7)),
    ),
)
WHOLE = Proof(
    "elim.private",
    where="d in [-1,1], y in (-inf,inf), n in [1,inf), eps in (0,inf), b in (0,inf), "
    "p in [0,1], q in [0,1], loss in (-inf,inf), all in (-inf,inf), k in [0,inf)",
    steps=(
        Given(
            1,
            "Fix what is released. It fixes all actions, for the algorithm reads nothing else, and "
            "so which rewards are behind each release. Two tables differ in one reward.",
        ),
        Given(2, "That reward is behind $k$ releases: an epoch reads its own ones only.", "k <= 1"),
        OnClaim(
            3,
            r"The loss of such a release is at most $\epsilon$.",
            "loss <= eps",
            claim="elim.release",
            of_step=6,
        ),
        Given(
            4,
            "The noises are independent: the density of all releases is a product, and the other "
            "factors are the same for both tables.",
            "all == k*loss",
            uses=(1,),
        ),
        Inequality(
            5,
            r"So all releases lose at most $\epsilon$ together.",
            "all <= eps",
            uses=(4,),
            weights={3: "k", 2: "eps"},
        ),
        Textbook(
            6,
            "Densities integrate to probabilities, and the actions are a function of the releases.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:densities",
            over=("all",),
            hypotheses={"the relation of the densities at every point": 5},
            instance={"p": "p", "q": "q", "e": "eps", "X": "all"},
        ),
    ),
)


@checks(
    "elim.release",
    mutants={
        "half of the scale": {"proof": RELEASE.changed(2, formula="b == 1/(2*n*eps)")},
        "sharper: 0.99 of the scale": {"proof": RELEASE.changed(2, formula="b == 0.99/(n*eps)")},
        "rewards in [-1, 1]": {"proof": RELEASE.changed(1, formula="abs(d) <= 2/n")},
        "sharper: 0.99 eps": {
            "proof": RELEASE.changed(4, formula="(abs(y) - abs(y - d))/b <= 0.99*eps")
        },
    },
)
def a_release_is_private(proof: Proof = RELEASE) -> Verdict:
    """The steps of the proof."""
    return proof.verdict(
        "The densities for neighbouring rewards differ by a factor of at most e^eps."
    )


@checks(
    "elim.private",
    mutants={
        "sharper: 0.99 eps": {"proof": WHOLE.changed(5, formula="all <= 0.99*eps")},
        "means of all epochs so far": {"proof": WHOLE.changed(2, formula="k <= 2")},
    },
)
def the_run_is_private(proof: Proof = WHOLE) -> Verdict:
    """The steps of the proof."""
    return proof.verdict("Two tables of rewards that differ in one place differ in one release.")


HALF = Laplace(Fraction(1, 2))


@checks(
    "elim.private.audit",
    mutants={
        "noise of half the scale": {"noise": HALF},
        "sharper: 0.99 of the scale": {"noise": Laplace(Fraction(99, 100))},
    },
)
def the_code_is_private(noise: Laplace | None = None, arms: tuple[int, ...] = (2, 5)) -> Verdict:
    """What `banditproof.verify` finds of the code: its ledger, and its declared parts."""
    for K in arms:
        report = audit(DPSE(K, beta="1/2", eps=1, noise=noise), 1, output="transcript")
        result = report.deciding
        why = result.note if result is not None else report.sentence
        require(report.verdict == "holds", "The audit refutes it.", arms=K, why=why)
    return points(
        "The audit holds by construction: each reward enters one sum, with noise of the scale 1.",
        covered="Two and five arms.",
        not_covered="Other numbers of arms, for which the same code runs; the sampling of floats.",
    )
