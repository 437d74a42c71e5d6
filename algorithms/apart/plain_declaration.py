"""What a policy declares: all that decides what its releases cost, as numbers without code.

`plain_declaration` runs beside the policy, which is not trusted: it may say anything. `rebuilt`
runs where the rewards are, takes the numbers by a strict schema, and makes of them a curator of
this library's own classes. What was declared is what is played there, so a lie costs the policy
its releases, and no reward its privacy.
"""

from dataclasses import dataclass, fields
from itertools import pairwise
from operator import index
from typing import Any
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declaring import Declaring
from banditproof.algorithms.curators.named_releases import NamedReleases
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.curators.whitened_sums import WhitenedSums
from banditproof.algorithms.policy import Policy, may_stop
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Mechanism
from .declared_curators import CURATORS, MOST_ARMS, MOST_LENGTH, packed_parts
from .plain_values import (
    canonical,
    count,
    entries,
    in_words,
    number,
    optional,
    packed,
    refusal,
    several,
    truth,
)
from .unlike_declarations import digest_of

ADVICE = "declare it: curator = DeclaredSums(noise=Laplace(...), ...)"
LONGEST_NAME = 200
_KEYS = {"name", "arms", "curator", "rewards", "clips", "dimension", "told_advice", "stops"}


@dataclass(frozen=True)
class Declared:
    """What was declared, made of this library's own classes."""

    name: str
    arms: int
    parts: Declaring
    rewards: RewardSpace
    clips: bool
    dimension: int | None
    told_advice: bool
    stops: bool

    @property
    def noise(self) -> Mechanism | None:
        """The first noise of the curator, None if it has none."""
        return next(iter(self.parts.noises), None)

    @property
    def plain(self) -> dict[str, Any]:
        """The declaration in plain JSON types, with one form of each number."""
        return canonical(sent_again(self))  # type: ignore[no-any-return]

    @property
    def digest(self) -> str:
        """The SHA-256 of the declaration: what is declared otherwise has another one.

        >>> from banditproof.algorithms.regret.dp_imed import DPIMED
        >>> one, two = (rebuilt(plain_declaration(DPIMED(2, eps=eps))) for eps in (1, 10))
        >>> len(one.digest), one.digest == two.digest
        (64, False)
        """
        return digest_of(self.plain)

    @property
    def words(self) -> str:
        """The declaration in one line; fields of the curator with their usual value are left out.

        >>> from banditproof.algorithms.regret.dp_imed import DPIMED
        >>> rebuilt(plain_declaration(DPIMED(2, eps=1))).words
        'NoisySums(noise=Laplace(scale=1)), 2 arms, rewards clipped to [0, 1]'
        """
        parts = self.parts
        usual = {one.name for one in fields(parts) if getattr(parts, one.name) == one.default}
        said = self.plain["curator"]
        shown = in_words({key: one for key, one in said.items() if key not in usual})
        if len(shown) > LONGEST_NAME:
            shown = f"{shown[:LONGEST_NAME]}..."
        more = "" if self.dimension is None else f", dimension {self.dimension}"
        clips = "clipped to" if self.clips else "in"
        arms = f"{self.arms} arm{'s' * (self.arms > 1)}"
        return f"{shown}, {arms}{more}, rewards {clips} {self.rewards}"


def plain_declaration(policy: Policy[Any]) -> dict[str, Any]:
    """What a policy declares, in plain JSON types; a ValueError says what would be right.

    >>> from banditproof.algorithms.linear.linpriv import LinPriv
    >>> said = plain_declaration(LinPriv(arms=2, eps=1, horizon=7, dimension=1))
    >>> said["curator"]
    {'kind': 'TreeVectors', 'noise': {'law': 'Laplace', 'scale': {'ratio': [6, 1]}}, 'levels': 3, \
'dimension': 1}
    """
    space = policy.rewards
    return {
        "name": str(getattr(policy, "name", type(policy).__name__)),
        "arms": index(policy.arms),
        "curator": _packed_curator(policy),
        "rewards": _packed_rewards(space),
        "clips": bool(policy.clips_rewards),
        "dimension": None if policy.dimension is None else index(policy.dimension),
        "told_advice": bool(policy.told_advice),
        "stops": may_stop(policy),
    }


def sent_again(declared: Declared) -> dict[str, Any]:
    """A declaration in the plain JSON types of which `rebuilt` makes it again."""
    return {
        "name": declared.name,
        "arms": declared.arms,
        "curator": packed_parts(declared.parts),
        "rewards": _packed_rewards(declared.rewards),
        "clips": declared.clips,
        "dimension": declared.dimension,
        "told_advice": declared.told_advice,
        "stops": declared.stops,
    }


def _packed_curator(policy: Policy[Any]) -> dict[str, Any]:
    curator = policy.curator
    own_noise = getattr(policy.mechanism, "__func__", None) is not Policy.mechanism
    if type(curator) is Curator and policy.declared_noise is not None:
        curator = NoisySums(policy.declared_noise)
    kind: Any = type(curator)
    if kind is Curator or (own_noise and kind in (NoisySums, WhitenedSums)):
        raise ValueError(
            "The noise of the policy is what its method mechanism says, which may change from "
            "state to state; declare it: declared_noise = Laplace(...), without the method"
        )
    if kind not in CURATORS:
        raise ValueError(
            f"The curator {kind.__name__} is code of its own, which can only be tried; {ADVICE}"
        )
    return packed_parts(curator)


def _packed_rewards(space: RewardSpace) -> dict[str, Any]:
    values = packed(tuple(space.values))
    return {"lo": packed(space.lo), "hi": packed(space.hi), "values": values}


def rebuilt(message: Any) -> Declared:
    """The declaration of a message; a ValueError of one sentence for anything else.

    >>> rebuilt({"name": "mine"})
    Traceback (most recent call last):
    ...
    ValueError: In a declaration the whole is a dict; give a dictionary with the keys arms, \
clips, curator, dimension, name, rewards, stops, told_advice.
    """
    given = entries(message, _KEYS, "the whole")
    arms = count(1, MOST_ARMS)(given["arms"], "the number of arms")
    made = Declared(
        _name(given["name"]),
        arms,
        _curator(given["curator"], arms),
        _rewards(given["rewards"]),
        truth(given["clips"], "clips"),
        optional(count(1, MOST_LENGTH))(given["dimension"], "the dimension"),
        truth(given["told_advice"], "told_advice"),
        truth(given["stops"], "stops"),
    )
    if made.told_advice and made.dimension is None:
        raise refusal("the dimension", None, "the number of experts, since it gets advice")
    return made


def _name(value: Any) -> str:
    if type(value) is not str or not value.isprintable() or not 0 < len(value) <= LONGEST_NAME:
        raise refusal("the name", value, f"1 to {LONGEST_NAME} printable characters")
    return value


def _curator(value: Any, arms: int) -> Declaring:
    name = value.get("kind") if type(value) is dict else None
    known = {kind.__name__: kind for kind in CURATORS}
    if type(name) is not str or name not in known:
        right = f'a dictionary with the key "kind", one of {", ".join(known)}'
        raise refusal("the curator", value, right)
    kind = known[name]
    given = entries(value, {"kind", *CURATORS[kind]}, f"the curator {name}")
    made: Any = kind(
        **{
            field: read(given[field], f"{field} of {name}")
            for field, read in CURATORS[kind].items()
        }
    )
    vectors = made.rows if isinstance(made, WhitenedSums) else getattr(made, "actions", ())
    if vectors and len(vectors) != arms:
        raise ValueError(
            f"In a declaration there are {arms} arms and {len(vectors)} vectors; give each arm one."
        )
    if isinstance(made, NamedReleases):
        made.start(arms)  # one law for each arm, where a release has several
    return made  # type: ignore[no-any-return]


def _rewards(value: Any) -> RewardSpace:
    given = entries(value, {"lo", "hi", "values"}, "the space of rewards")
    low, high = (exact(number(given[end], f"{end} of the rewards")) for end in ("lo", "hi"))
    values = tuple(map(exact, several(number)(given["values"], "the list of rewards")))
    if any(left >= right for left, right in pairwise(values)):
        raise ValueError(
            "In a declaration the rewards are not in order; give each once, the smallest first."
        )
    return RewardSpace(low, high, values)
