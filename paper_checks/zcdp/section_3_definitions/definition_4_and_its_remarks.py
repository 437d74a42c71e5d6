"""Claims about Interactive DP: the protocol, Figure 3, Definition 4, Remarks 2 and 3."""

from fractions import Fraction
from functools import partial
from itertools import pairwise
from banditproof.paper_checks.models.delta_two_ways import agreed_deltas
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import LISTS
from banditproof.paper_checks.models.policy_protocols import Kernel, Row, Seen
from banditproof.theory.accounting.finite_divergences import zcdp_of_laws
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.exact_laws.law_divergences import excess
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof
from ...models.separating_policies import leaks_at_label_zero, play_one, reward_equals_label


def fed_more(kernel: Kernel = reward_equals_label, horizon: int = 4) -> str:
    """A policy whose delta is larger if the adversary feeds rewards than if she queries a table."""
    result = agreed_deltas(kernel, horizon, Fraction(1))
    case = {"fed": result.continual, "queried": result.interactive}
    require(result.interactive < result.continual, "Fed rewards are no stronger.", **case)
    return f"delta {result.continual} for fed rewards, {result.interactive} for queries, at eps = 0"


ADAPTIVE = written_proof("zcdp.rem2.adversary")


@checks("zcdp.rem2.adversary")
@mutant(
    "a policy of three rounds",
    proof=ADAPTIVE.changed(1, by=partial(fed_more, leaks_at_label_zero, 3)),
)
def adaptive_adversaries(proof: Proof = ADAPTIVE) -> Verdict:
    """One policy by two routes, and two theorems."""
    return proof.verdict()


def leans(step: Fraction) -> Kernel:
    """T = 3: a_3 leans to arm 1 by the number of ones among r_1 and r_2, whatever the labels."""

    def kernel(seen: Seen) -> Row:
        ones = sum(reward for _, reward in seen)
        return play_one(Fraction(1, 2) + step * (ones - 1)) if len(seen) == 2 else play_one(step)

    return kernel


LEANS = leans(Fraction(1, 50))


def smallest_rho() -> Enclosure:
    """The interactive constant of that policy: labels do not matter, and only a_3 is random."""
    laws = [LEANS(((0, first), (0, second))) for first, second in ((0, 0), (0, 1), (1, 1))]
    near = [
        (p, q) for first, second in pairwise(laws) for p, q in ((first, second), (second, first))
    ]
    return Enclosure.max(*(zcdp_of_laws(p, q, 8) for p, q in near))


@checks("zcdp.rem2.poisoning")
@mutant("sharper: 99 % of the bound", share=Fraction(99, 100))
@mutant("sharper: the root of k", power=Fraction(1))
def poisoned_rewards(
    share: Fraction = Fraction(1), power: Fraction = Fraction(2), proof: Proof = WRITTEN
) -> Verdict:
    """A noisy count with one and two poisoned rewards, exact, against its smallest rho."""
    sides, kernel = Sides(), LEANS
    rho = smallest_rho()
    laws = {r: tuple(LISTS.law(kernel, 3, r).values()) for r in ((0, 0), (1, 0), (1, 1))}
    for attacked, k in (((1, 0), 1), ((1, 1), 2)):
        moved, number = excess(laws[0, 0], laws[attacked], 1), Fraction(k) ** int(power)
        squared = Enclosure.of(moved) * moved * (2 / share**2)
        sides.at_most(squared, rho * number, "The attack moves the law by more.", k=k)
    return proof.verdict(sharpness=sides.sharpness)
