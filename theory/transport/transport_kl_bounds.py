"""Group privacy as a transport problem: the KL bounds for any two laws of the dataset.

Thesis, Theorem 4.6: KL(M_1 || M_2) is at most the least expected cost of a coupling of P_1 and
P_2, where the cost of two datasets bounds KL(M_D || M_D').
"""

from __future__ import annotations
from collections.abc import Sequence
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count, exact_nonnegative
from banditproof.theory.parameter_names import accepts_epsilon
from .hamming_transport import hamming_distances, squared_hamming_distances
from .kl_bounds import kl_group_bound_pure
from .optimal_coupling import optimal_coupling


def _records(p: Sequence[Number], q: Sequence[Number], points: int) -> int:
    """How many records the datasets have, from the number of datasets."""
    size = exact_count("points", points, 1)
    records = 0
    while size > 1 and size**records < len(p):
        records += 1
    if size**records != len(p) or len(q) != len(p):
        raise ValueError(
            f"The laws have {len(p)} and {len(q)} probabilities; give both for all {size}^n "
            "datasets, as itertools.product orders them."
        )
    return records


@accepts_epsilon
def kl_transport_bound_pure(
    eps: Number,
    p: Sequence[Number],
    q: Sequence[Number],
    points: int = 2,
    *,
    sharp: bool = False,
    digits: int = 15,
) -> Enclosure:
    """An upper bound of KL(M_1 || M_2) for an eps-DP mechanism and any laws of the dataset.

    eps inf E d_Ham(D, D') over all couplings; p and q are laws of all points^n datasets of n
    records. With `sharp` the cost of d records is d eps tanh(d eps / 2) (`kl_group_bound_pure`),
    which is never larger. Thesis, Theorem 4.6.

    >>> shared = ["0.5", 0, 0, "0.5"], ["0.25", "0.25", "0.25", "0.25"]
    >>> kl_transport_bound_pure("0.5", *shared).hi
    Fraction(1, 4)
    >>> round(float(kl_transport_bound_pure("0.5", *shared, sharp=True)), 12)
    0.061229665601
    """
    budget = exact_nonnegative("eps", eps)
    distances = hamming_distances(points, _records(p, q, points))
    if not sharp or budget == 0:
        return budget * optimal_coupling(p, q, distances).enclosure
    largest = max(map(max, distances))
    prices = [
        certify(kl_group_bound_pure, budget, d, digits=digits + 5) for d in range(largest + 1)
    ]
    return optimal_coupling(p, q, [[prices[d] for d in row] for row in distances]).enclosure


def kl_transport_bound_zcdp(
    rho: Number, p: Sequence[Number], q: Sequence[Number], points: int = 2
) -> Enclosure:
    """An upper bound of KL(M_1 || M_2) for a rho-zCDP mechanism and any laws of the dataset.

    rho inf E d_Ham(D, D')^2 over all couplings, exact; p and q are laws of all points^n datasets
    of n records. For n iid bits it is rho `squared_wasserstein_binomials`. Thesis, Theorem 4.6.

    >>> from banditproof.theory.transport import product_law
    >>> low, high = (product_law([law] * 4) for law in (["0.4", "0.6"], ["0.6", "0.4"]))
    >>> kl_transport_bound_zcdp(1, low, high).hi
    Fraction(4, 5)
    """
    budget = exact_nonnegative("rho", rho)
    best = optimal_coupling(p, q, squared_hamming_distances(points, _records(p, q, points)))
    return budget * best.enclosure
