"""What a policy declares of its releases: numbers without code, on which a verdict can rest.

No code is read, for lists of what code may do never end. A policy that is played apart gets nothing
but released numbers, and what leaves is what a curator of this library makes of the rewards, as it
was declared. So all decisions are post-processing, whatever makes them. What cannot be declared is
named, with the part that would mend it.
"""

from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.apart.plain_declaration import Declared, plain_declaration, rebuilt
from banditproof.algorithms.curators.declaring import Declaring
from banditproof.algorithms.policy import Policy


@dataclass(frozen=True)
class Declaration:
    """What a policy declares, or the sentence that says why it declares nothing."""

    declared: Declared | None
    missing: str = ""
    late: bool = False
    """Whether it took too long to say it."""
    supposed: str = ""
    """What is assumed about the process that gave it; nothing in a sandbox."""

    @property
    def parts(self) -> Declaring | None:
        """The declared curator."""
        return None if self.declared is None else self.declared.parts


def declaration_of(policy: Policy[Any]) -> Declaration:
    """What a policy declares, read off the object once and made of plain numbers again.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> declaration_of(DPIMED(arms=2, eps=1)).parts
    NoisySums(noise=Laplace(scale=Fraction(1, 1)))
    """
    try:
        declared = rebuilt(plain_declaration(policy))
    except ValueError as why:
        return Declaration(None, str(why).rstrip("."))
    except Exception as failure:
        return Declaration(None, f"its declaration raised {type(failure).__name__}: {failure}")
    return accepted(declared)


def accepted(declared: Declared) -> Declaration:
    """A declaration on which a verdict can rest: one of rewards that are clipped."""
    if not declared.clips:
        return Declaration(None, "rewards are not clipped (clips_rewards)")
    return Declaration(declared)
