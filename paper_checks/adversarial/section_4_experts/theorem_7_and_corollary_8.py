"""Claims about private algorithms with experts as arms: Theorem 7 and Corollary 8."""

from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.adversarial.conversion_bounds import htinf_conversion_proved
from banditproof.theory.adversarial.expert_bounds import expert_conversion_printed
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import working_precision

GAMES = tuple(
    PrivateGame.of(2, t, eps, experts=n)
    for n, t, eps in ((2, 10**6, 1), (10, 10**7, "0.1"), (100, 10**9, "0.001"))
)


@checks("adv.cor8")
@mutant("sharper: 10 sqrt(TN/eps) at the points", share=Fraction(10, 208))
def private_htinf_on_experts(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The bound from first principles against the printed one."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            printed = expert_conversion_printed(game) * share.numerator / share.denominator
            own = htinf_conversion_proved(game.experts_as_arms)
            sides.at_most(own, printed, "It is larger.", game=game)
    return proof.verdict(sharpness=sides.sharpness)
