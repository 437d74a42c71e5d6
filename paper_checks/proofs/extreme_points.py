"""A step that is shown at the extreme points of a box, along which it is concave."""

from dataclasses import dataclass, field
from typing import ClassVar
from .step import Step


@dataclass(frozen=True)
class ExtremePoints(Step):
    """A relation on a bounded box whose difference of sides is concave in some quantities.

    Each of these is moved to an end of its range, one after the other: the bend is shown for all
    values of the others, and the relation at the ends.
    """

    along: tuple[str, ...] = field(default=(), kw_only=True)

    kind: ClassVar[str] = "extreme points"
