"""Where the programs of somebody else's folder run, and which of them this process has imported."""

from enum import StrEnum


class Programs(StrEnum):
    """Where the programs of somebody else's folder run.

    Where they run `apart`, or do not run, this process imports none of them, and what it says of
    the texts of the folder is its own judgement.
    """

    NOT_RUN = "not run"
    APART = "apart"
    HERE = "here"


IMPORTED: set[str] = set()
"""The documents of others whose programs this process has imported, also those closed since."""
