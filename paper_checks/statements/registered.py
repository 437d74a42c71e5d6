"""The register of claims: one dictionary, which any module may read without loading a check.

What stands in it is known by more the higher a file is: here only that an ID is registered, in
`completed.py` that it is a completed claim, and in `claim.py` that it has a check.
"""

from typing import Any

REGISTER: dict[str, Any] = {}
"""The claims of the modules that are imported so far, by ID; `claim.REGISTERED` is the same."""
