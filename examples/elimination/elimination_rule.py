"""What the clean event decides: the best arm stays, and the others go in time."""

from fractions import Fraction
from banditproof.algorithms import DPSE, Pull
from banditproof.claims import WRITTEN, Proof, Verdict, checks, mutant, require
from banditproof.theory.balls import ball
from .clean_event import SETTINGS
from .epochs import radii


@checks("elim.best")
def the_best_arm_stays(proof: Proof = WRITTEN) -> Verdict:
    """Three lines of algebra."""
    return proof.verdict("Both errors together are at most the margin.")


@checks("elim.gone")
@mutant("half of the gap in the code", share=Fraction(1, 2))
def an_arm_goes(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
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
