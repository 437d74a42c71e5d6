"""The options that say where work runs: in how many processes, or on a cluster."""

from typing import Annotated
import typer
from .interruptions import allow

Workers = Annotated[
    int,
    typer.Option(min=1, max=1024, help="Number of processes; the result does not depend on it."),
]
Dask = Annotated[
    str | None,
    typer.Option(help="Run on the workers of this Dask scheduler instead, e.g. tcp://host:8786."),
]
LEAVING = 8.0
"""The seconds for ending workers and for leaving a cluster."""


def checked_places(workers: int, dask: str | None, default: int = 1) -> None:
    """Raise a sentence if both processes and a cluster are asked for, or Dask is missing.

    A command that asks has time to leave its workers in order when it is interrupted.

    >>> checked_places(4, "tcp://host:8786")
    Traceback (most recent call last):
    ...
    ValueError: There are --workers and --dask; give one or the other.
    >>> checked_places(1, "tcp://host:")
    Traceback (most recent call last):
    ...
    ValueError: The address 'tcp://host:' of the Dask scheduler has no number for its port; give \
one such as tcp://host:8786.
    >>> checked_places(1, "host:8786"), checked_places(1, "tcp://[::1]:8786")
    (None, None)
    >>> checked_places(1, "-1e308")
    Traceback (most recent call last):
    ...
    ValueError: The address '-1e308' of the Dask scheduler has no number for its port; give one \
such as tcp://host:8786.
    """
    allow(LEAVING)
    if dask is None:
        return
    if workers != default:
        raise ValueError("There are --workers and --dask; give one or the other.")
    # before any folder is made; other mistakes in an address show when it is first used
    scheme, _, host = dask.rpartition("://")
    port = host.rpartition(":")[2]
    if scheme != "inproc" and (port == host or not port.isdecimal()):
        raise ValueError(
            f"The address {dask!r} of the Dask scheduler has no number for its port; give one such "
            "as tcp://host:8786."
        )
    from banditproof.theory.optional_libraries import library

    library("distributed", "Work on a Dask cluster", "cluster")
