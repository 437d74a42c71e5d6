"""The exact delta of the Gaussian mechanism, in balls, from the error function alone."""

from flint import arb


def normal_tail(x: arb) -> arb:
    """Pr[N > x] for a standard normal N.

    >>> print(normal_tail(arb(0)).str(5, radius=False))
    0.50000
    """
    return (x / arb(2).sqrt()).erfc() / 2


def gaussian_delta(eps: arb, mu: arb) -> arb:
    """Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu = sensitivity / sigma.

    The largest N(mu, 1)(A) - e^eps N(0, 1)(A) over events A, attained by a half-line.

    >>> print(gaussian_delta(arb(0), arb(2)).str(10, radius=False))
    0.6826894921
    """
    return normal_tail(eps / mu - mu / 2) - eps.exp() * normal_tail(eps / mu + mu / 2)
