"""What the clean event decides: the best arm stays, and the others go in time."""

from fractions import Fraction

from banditproof.algorithms import DPSE, Pull
from banditproof.claims import Given, Inequality, OnClaim, Proof, Verdict, checks, require
from banditproof.theory.balls import ball

from .clean_event import SETTINGS
from .epochs import radii

ERRORS = (
    Given(1, "The private mean of the best arm is not too low,", "u > x - h - c"),
    Given(2, "and that of another arm is not too high.", "v < y + h + c"),
)
NUMBERS = (
    "x in [0,1], y in [0,1], u in (-inf,inf), v in (-inf,inf), h in (0,inf), c in (0,inf), "
    "D in (0,1/2]"
)
STAYS = Proof(
    "elim.best",
    where=NUMBERS,
    steps=(
        *ERRORS,
        Given(3, "No arm is better.", "y <= x"),
        Inequality(
            4,
            "So no mean is above that of the best arm by the margin: it stays.",
            "v - u <= 2*h + 2*c",
            weights={1: "1", 2: "1", 3: "1"},
        ),
    ),
)
GOES = Proof(
    "elim.gone",
    where=NUMBERS,
    steps=(
        *ERRORS,
        Given(3, r"The gap of the arm is at least $2^{-e}$.", "x - y >= D"),
        OnClaim(
            4,
            r"The margin of epoch $e$ is less than a half of that.",
            "4*(h + c) < D",
            claim="elim.epochs",
            of_step=7,
        ),
        OnClaim(5, "The best arm is active in this epoch.", claim="elim.best"),
        Inequality(
            6,
            "So the mean of the arm is below that of the best one by more than the margin.",
            "u - v > 2*h + 2*c",
            uses=(5,),
            weights={1: "1", 2: "1", 3: "1", 4: "1"},
        ),
    ),
)


@checks(
    "elim.best",
    mutants={
        "sharper: a margin of 1.9 (h + c)": {
            "proof": STAYS.changed(4, formula="v - u <= 1.9*(h + c)")
        },
        "a margin without the noise": {"proof": STAYS.changed(4, formula="v - u <= 2*h")},
    },
)
def the_best_arm_stays(proof: Proof = STAYS) -> Verdict:
    """Three lines of algebra."""
    return proof.verdict("Both errors together are at most the margin.")


@checks(
    "elim.gone",
    mutants={
        "sharper: a gap of 0.9 2^-e": {"proof": GOES.changed(3, formula="x - y >= 0.9*D")},
        "sharper: a margin of 2.1 (h + c)": {
            "proof": GOES.changed(6, formula="u - v > 2.1*(h + c)")
        },
        "half of the gap in the code": {"share": Fraction(1, 2)},
    },
)
def an_arm_goes(share: Fraction = Fraction(1), proof: Proof = GOES) -> Verdict:
    """The steps, and the decisions of the code at the extreme errors of the clean event."""
    for S, e, beta, eps in SETTINGS:
        h, c = radii(S, e, beta, eps)
        error = float((ball(1) - ball(Fraction(1, 10**9))) * (h + c))
        policy = DPSE(S, beta=beta, eps=eps, rounding="down")
        for gap, stays in ((0.0, True), (float(share) * 2.0**-e, False)):
            means = [0.75 - error, *[0.75 - gap + error] * (S - 1)]
            state = policy.start()._replace(number=e)
            pulls = policy.pulls_per_arm(e, S)
            for arm, mean in enumerate(means):
                state = policy.learn(state, Pull(arm, pulls), mean * pulls)
            case = {"S": S, "e": e, "gap": gap, "left": state.alive}
            require(0 in state.alive, "The code drops the best arm.", **case)
            require((1 in state.alive) == stays, "The code keeps an arm too long.", **case)
    return proof.verdict(
        "The margin is below a half of 2^-e, and the errors take the other half.",
        instances="The decisions of `DPSE` at the extreme errors of 36 epochs.",
    )
