"""The orders of the last line of the proof of Theorem 5 of the zCDP paper."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from ...models.concentrated_regret_bounds import CONTEXTUAL_FREE, CONTEXTUAL_PRIVATE, Order

EPISODES = Order.of(d=1, log_T=1)


@checks("zcdp.thm5.orders")
@mutant("sharper: d to the power 3/2", private=Order.of(d="3/2", rho="-1/2", log_T=2))
@mutant("one episode", episodes=Order.of())
def orders_of_the_last_line(
    private: Order = CONTEXTUAL_PRIVATE, episodes: Order = EPISODES, proof: Proof = WRITTEN
) -> Verdict:
    """The last explicit line of the proof of Theorem 5, and the product of its orders."""
    width = radius = Order.of(d="1/2", log_T="1/2")
    gamma, root = Order.of(d=1, rho="-1/2", log_T=1), Order.of(T="1/2")
    half = Order(tuple((name, power / 2) for name, power in episodes.powers))
    first, second = width * radius * root, width * gamma * half
    require(first == CONTEXTUAL_FREE, "The first term has another order.", order=first)
    require(second == private, "The second term has another order.", order=second)
    return proof.verdict()
