"""Several named releases of each batch: public functions of its rewards, each with its noise."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.algorithms.coarse_numbers import coarse
from banditproof.algorithms.ledger import Traced, depending
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.exact import Number, exact, exact_positive
from banditproof.theory.mechanisms import Mechanism
from .curator import Curator, Held
from .declared_sums import limited
from .public_functions import PublicFunction, checked_function, is_linear, value_at

LONGEST_NAME = 40


@dataclass(frozen=True)
class NamedRelease:
    """One released number: the sum of a public function over the rewards of a batch, plus noise.

    `noise` is one law, or a law for each arm. The `share` is the part of the budget that the
    release may cost: a promise, which an audit compares with what its noise really costs.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> NamedRelease("second moment", "x**2", Laplace(4), share="1/4").laws
    (Laplace(scale=4),)
    """

    name: str
    of: PublicFunction
    noise: Mechanism | tuple[Mechanism, ...]
    share: Number | None = None

    def __post_init__(self) -> None:
        name = self.name
        if type(name) is not str or not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
            raise ValueError(
                f"The name of a release is {name!r}; give 1 to {LONGEST_NAME} printable characters."
            )
        checked_function(self.of)
        if not self.laws or not all(isinstance(law, Mechanism) for law in self.laws):
            raise ValueError(
                f"The noise of the release {name} is {self.noise!r}; give a mechanism such as "
                "Laplace(2), or a tuple with one for each arm."
            )
        if self.share is not None:
            exact_positive("share", self.share)

    @property
    def laws(self) -> tuple[Mechanism, ...]:
        """The noise, or that of each arm."""
        return self.noise if isinstance(self.noise, tuple) else (self.noise,)

    def law_of(self, arm: int) -> Mechanism:
        """The noise for an arm."""
        return self.laws[arm] if isinstance(self.noise, tuple) else self.laws[0]


@dataclass(frozen=True)
class NamedReleases(Curator):
    """A tuple of noisy sums of each batch, one for each of the named releases.

    A release number k is sum f_k(clip(x)) over the batch of the arm, plus a fresh draw of its
    noise, on the grid of `coarse`. With `each_arm` the batches of all arms are closed together,
    and the numbers of the first arm leave before those of the next one. A reward enters all
    releases of its batch, and no other, so what it costs is what they cost together.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> from banditproof.algorithms.randomness import Silent
    >>> curator = NamedReleases(
    ...     (NamedRelease("sum", "x", Laplace(2)), NamedRelease("squares", "x**2", Laplace(2)))
    ... )
    >>> held = curator.start(arms=1)
    >>> for reward in (1.0, 0.5):
    ...     held = curator.read(held, 0, reward)
    >>> curator.release(held, 0, Laplace(2), Silent())[1]
    (1.5, 1.25)
    """

    releases: tuple[NamedRelease, ...]
    clip: tuple[Number, Number] | None = None
    """The range to which each reward is clipped before anything else."""
    each_arm: bool = False
    """Whether a release closes the batches of all arms, in place of the batch of one arm."""

    def __post_init__(self) -> None:
        if not isinstance(self.releases, tuple) or not self.releases:
            raise ValueError("There is no release; give a tuple of NamedRelease(...).")
        if not all(type(one) is NamedRelease for one in self.releases):
            raise ValueError(f"The releases are {self.releases!r}; give each as NamedRelease(...).")
        names = [one.name for one in self.releases]
        if len({*names}) < len(names):
            raise ValueError(f"The names {', '.join(names)} are not different; name each release.")
        several = {len(one.laws) for one in self.releases if isinstance(one.noise, tuple)}
        if len(several) > 1:
            raise ValueError("The releases have noises for several numbers of arms; give one each.")
        if self.clip is not None and not exact(self.clip[0]) < exact(self.clip[1]):
            raise ValueError(f"The range clip is {self.clip}; give two numbers, the smaller first.")
        if self.share is not None and self.share > 1:
            raise ValueError(
                f"The shares of the releases add up to {self.share}; give shares of at most 1 in "
                "all."
            )

    @property
    def share(self) -> Fraction | None:
        """The sum of the shares; None if a release has none."""
        shares = [exact(one.share) for one in self.releases if one.share is not None]
        return sum(shares, Fraction(0)) if len(shares) == len(self.releases) else None

    @property
    def noises(self) -> tuple[Mechanism, ...]:
        """All laws of noise."""
        return tuple(law for one in self.releases for law in one.laws)

    @property
    def linear(self) -> bool:
        """Whether all functions are 1 and x."""
        return all(is_linear(one.of) for one in self.releases)

    def start(self, arms: int) -> Held:
        """No reward was read."""
        lengths = {len(one.laws) for one in self.releases if isinstance(one.noise, tuple)}
        if lengths and lengths != {arms}:
            raise ValueError(
                f"There are {arms} arms, and a release has {max(lengths)} noises; give a law for "
                "each arm, or one for all."
            )
        return ((),) * arms

    def read(self, held: Held, arm: int, reward: Any) -> Held:
        """The reward, clipped, joins the open batch of its arm."""
        if self.clip is not None:
            reward = limited(reward, self.clip)
        return (*held[:arm], (reward, held[arm]), *held[arm + 1 :])

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """Close the batch of an arm, or of each arm: nothing of it is held, and its sums leave.

        The mechanism that the engine passes is that of the declaration, and is not used.
        """
        closed = range(len(held)) if self.each_arm else (arm,)
        left: list[Any] = []
        for one in closed:
            rewards = batch_of(held[one])
            for release in self.releases:
                law = release.law_of(one)
                total, noise = summed(release.of, rewards), randomness.noise(law)
                if is_linear(release.of):
                    left.append(coarse(total + noise, (law,)))
                else:
                    number = coarse(total + plain(noise), (law,))
                    left.append(depending(number, rewards, noise))
        kept = tuple(() if one in closed else batch for one, batch in enumerate(held))
        return kept, tuple(left)


def batch_of(link: Any) -> list[Any]:
    """The rewards of a batch that is held as links, in the order in which they were read."""
    rewards = []
    while link:
        reward, link = link
        rewards.append(reward)
    return rewards[::-1]


def plain(number: Any) -> Any:
    """The value of a number that may be traced."""
    return number.value if isinstance(number, Traced) else number


def summed(function: PublicFunction, rewards: Sequence[Any]) -> Any:
    """The sum of a public function over rewards; traced if they are and the function is linear.

    >>> summed("x**2", [1, 2]), summed("x", [Traced.reward(3, 1.0)]).rewards
    (5, {3: 1})
    """
    if function == "x":
        return sum(rewards, start=0)
    if function == "1":
        return len(rewards)
    return sum((value_at(function, plain(reward)) for reward in rewards), start=0)
