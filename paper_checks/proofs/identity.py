"""A step whose two sides are equal."""

from dataclasses import dataclass
from typing import ClassVar
from .step import Step


@dataclass(frozen=True)
class Identity(Step):
    """Two terms that are equal wherever the quantities lie.

    Equations of the steps that it uses define names, which are replaced first.
    """

    kind: ClassVar[str] = "identity"
