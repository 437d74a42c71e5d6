"""The characteristic time with d_eps in the place of KL is at most the sum of T*_KL and T*_TV/eps.

The proof for all instances, in words. Let A = T*_KL, B = T*_TV/eps, with optimal allocations u and
v, and w = (A u + B v)/(A + B). For a pair with means x < y, gap D = y - x, and a confusing mean l
of [x, y], write d_i and k_i for d_eps(mu_i, l) and kl(mu_i, l). As B v_i >= 1/(eps D),

    (A + B)(w_1 d_1 + w_a d_a) >= A u_1 d_1 + A u_a d_a + (d_1 + d_a)/(eps D).

A u_1 k_1 + A u_a k_a >= 1, so the first two terms are at least the smaller one of the d_i/k_i. It
is enough that for both i

    d_i/k_i + (d_1 + d_a)/(eps D) >= 1,                                                        (1)

and by reflection that it is so for the mean y. (At l = 0 and at l = 1 both d together are eps D,
and that is enough.) Let F(s) = log(1 - l + l e^s), so that d_1 and d_a are the largest s y - F(s)
and -s x - F(-s) of 0 <= s <= eps. Where d_1 = k_1 (1) is clear. Else d_1 = eps y - F(eps), k_1 = t
y - F(t) with F'(t) = y, t > eps (t = inf for y = 1), and (1) follows from -s x - F(-s) <= d_a at s
= eps (1 - d_1/k_1) if

    s y + F(-s) <= d_1.                                                                        (2)

Let m = F''. Then d_1 is the integral of min(w, eps) m(w), and k_1 that of w m(w), over 0 <= w <= t.
So (2) says that I(m) >= 0, and the definition of s that C(m) = 0, where I integrates min(|w|, eps)
- s over [-s, t], and C integrates c(w) = eps max(w - eps, 0) - s w over [0, t].

Exponentials are the worst case. m is log-concave, m'/m lies in [-1, 1], and c changes its sign
once, at z = eps^2/(eps - s), from - to +. Choose b with C(e^(-bw)) = 0, and let q = m e^(bw), which
is log-concave. Unless it is constant, it is not monotone on [0, t], as C(m) = C(e^(-bw)) = 0; so b
lies in [-1, 1], and q(0) < q(z). For g > 0, min(|w|, eps) - s - g c(w) 1(w > 0) is negative,
positive and negative on [-s, t], with changes at w_0 = s/(1 + g s) and w_1 = z + 1/g. For w_1 near
z q(w_0) < q(w_1). So some g has q(w_0) = q(w_1), or q(w_0) < q(t) at w_1 = t < inf (for t = inf q
would be monotone). In both cases q - q(w_0) has the same signs, so that I(m) >= q(w_0) I(e^(-bw)).

Exponentials. For b = 0 and r = eps/t: s = eps (1 - r)^2 and I = eps^2 (3/2 - r - (1 - r)^4/2) > 0.
For b > 0 let b = 1, by a change of the scale:

    I = 2 - e^-eps - e^s - (eps - s) e^-t.                                                     (3)

With S = eps e^-eps, which is s for t = inf: S - s >= (eps - s) e^-t, as it says that t (1 - e^-eps)
>= eps (1 - e^-t). So I >= 2 - e^-eps - e^S, which is not negative: with v = 1 - e^-eps this is
log(1 + v) + (1 - v) log(1 - v) >= 0, whose derivative is -v/(1 + v) - log(1 - v) >= 0. For b = -1
change the signs of eps, t and s in (3). There s <= eps (1 - r), e^-s <= 1 - s + s^2/2 and r (e^t -
1) >= e^eps - 1, so that I >= 1 - e^eps + eps e^eps - eps^2/2 >= 0.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.paper_checks.verdicts.vocabulary import below, points, require
from banditproof.theory import Enclosure, certify, d_eps, kl
from banditproof.theory.balls import ball, working_precision
from ....checking import Verdict, checks, mutant
from .corollary_4_25_relations import BERNOULLI, Combination, below_the_bound, larger, total

MEANS = tuple(
    (Fraction(x), Fraction(confusing), Fraction(y))
    for x, confusing, y in (
        ("0", "1/2", "1"),
        ("1/4", "1/2", "3/4"),
        ("0", "999/1000", "1"),
        ("1/10", "1/5", "9/10"),
        ("0", "1/1000", "1/2"),
        ("0.9992", "0.99922", "1"),
    )
)
"""Two means and one between them."""
BUDGETS = tuple(map(Fraction, ("0.001", "0.1", "1", "3", "20")))
LENGTHS = tuple(map(Fraction, ("0.01", "0.3", "1", "3", "20")))


def share_of_the_divergence(x: Fraction, confusing: Fraction, y: Fraction, eps: Fraction) -> Any:
    """d_1/k_1 + (d_1 + d_a)/(eps D), for the arm of mean y."""
    one, other = (certify(d_eps, mean, confusing, eps, digits=20) for mean in (y, x))
    plain: Enclosure = certify(kl, y, confusing, digits=20)
    return one / plain + (one + other) / (eps * abs(y - x))


def gain_of_an_exponential(eps: arb, length: arb) -> arb:
    """(3), and for negative numbers the same for b = -1."""
    moved = (-eps).exp() - (1 + length - eps) * (-length).exp()
    s = eps * moved / (1 - (1 + length) * (-length).exp())
    return 2 - (-eps).exp() - s.exp() - (eps - s) * (-length).exp()


@checks("thesis.field.Tstar.deps.upper")
@mutant("the larger term in the place of the sum", bound=larger)
@mutant("sharper: the share is at least 1.0001", least=Fraction("1.0001"))
@mutant(
    "sharper: a hundredth of the square of eps for the exponentials",
    gain=lambda e, t: gain_of_an_exponential(e, t) - e**2 / 100,
)
def joint_time_from_above(
    bound: Combination = total,
    least: Fraction = Fraction(1),
    gain: Callable[[arb, arb], arb] = gain_of_an_exponential,
) -> Verdict:
    """The times of instances, and (1) and (3) of the proof at points."""
    sides = below_the_bound("d_eps", bound, BERNOULLI)
    for means, eps in product(MEANS, BUDGETS):
        for x, confusing, y in (means, tuple(1 - mean for mean in means)):
            case: dict[str, Any] = {"x": x, "l": confusing, "y": y, "eps": eps}
            share = share_of_the_divergence(x, confusing, y, eps)
            # without noise both sides may be equal
            sides.at_most(least, share.upper, "The inequality of a pair fails.", **case)
    with working_precision(128):
        for part, length, sign in product((Fraction(1, 10), Fraction(9, 10)), LENGTHS, (1, -1)):
            value = gain(ball(sign * part * length), ball(sign * length))
            require(
                below(arb(0), value), "It fails for an exponential.", t=sign * length, part=part
            )
    return points(sharpness=sides.sharpness)
