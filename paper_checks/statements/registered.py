"""The register of claims: one dictionary, which any module may read without loading a check."""

from __future__ import annotations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .claim import Claim

REGISTERED: dict[str, Claim] = {}
"""The claims of the modules that are imported so far, by ID."""
