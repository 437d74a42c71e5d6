"""What a sweep costs beyond its cells: locally, on a Dask cluster, and when it is resumed."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from joblib.externals.loky import get_reusable_executor
from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.places_of_work import Workers, finished
from banditproof.algorithms.sweeps.task import Task, key_of
from .measurement import Measurement, printed, processor_seconds_of

CELLS = 10_000
SECONDS = 0.001
PROCESSES = 2
ADDRESS = "tcp://127.0.0.1:28786"


@dataclass(frozen=True)
class Waiting(Task):
    """A cell that takes a millisecond of a processor, and gives a kilobyte."""

    number: int

    @property
    def key(self) -> bytes:
        """Its number."""
        return key_of("waiting", str(self.number))

    @property
    def label(self) -> str:
        """Its number."""
        return str(self.number)

    @property
    def group(self) -> str:
        """All are alike."""
        return "waiting"

    def content(self) -> bytes:
        """A kilobyte, after a millisecond."""
        end = time.thread_time() + SECONDS
        while time.thread_time() < end:
            pass
        return self.number.to_bytes(8, "big") * 128


def _run(folder: Path, workers: Workers) -> None:
    """Run all cells that the folder does not have, and wait for the end of the processes."""
    with CellStore(folder) as store:
        for _ in finished(map(Waiting, range(CELLS)), workers, store):
            pass
    if workers.count > 1:
        get_reusable_executor().shutdown(wait=True)


def _serial() -> None:
    for number in range(CELLS):
        Waiting(number).content()


def _on_a_cluster(folder: Path) -> None:
    with _cluster():
        _run(folder, Workers(cluster=ADDRESS))


@contextmanager
def _cluster() -> Iterator[None]:
    words = [sys.executable, "-m"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = [*words, "distributed.cli.dask_scheduler", "--port", ADDRESS.rpartition(":")[2]]
    worker = [*words, "distributed.cli.dask_worker", ADDRESS, "--nthreads", "1"]
    started = [subprocess.Popen([*scheduler, "--no-dashboard"], **quiet)]
    started += [subprocess.Popen([*worker, "--no-dashboard"], **quiet) for _ in range(PROCESSES)]
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


def overhead() -> Iterator[Measurement]:
    """Milliseconds of a processor for each cell, beyond the cells; with all that is started."""
    serial = processor_seconds_of(_serial)
    with tempfile.TemporaryDirectory() as there:
        folders = [Path(there) / name for name in ("processes", "cluster")]
        local = processor_seconds_of(lambda: _run(folders[0], Workers(PROCESSES)))
        cluster = processor_seconds_of(lambda: _on_a_cluster(folders[1]))
        for name, seconds, demand in (("in processes", local, 2), ("on Dask", cluster, 5)):
            more = 1e3 * (seconds - serial) / CELLS
            what = f"sweep {name}, overhead of a cell of 1 ms"
            yield Measurement(what, more, "ms", demand, at_most=True)
            row = Measurement(f"sweep {name}, processor time", seconds, "s", at_most=True)
            yield row.beside("the cells alone", serial)
        resumed = processor_seconds_of(lambda: _run(folders[0], Workers()))
        yield Measurement(f"sweep resumed, {CELLS} cells", resumed, "s", 5, at_most=True)


GROWTH = """
import resource, sys, tempfile
from pathlib import Path
from benchmarks.sweeps import Waiting, Workers, CellStore, finished
with tempfile.TemporaryDirectory() as there, CellStore(Path(there)) as store:
    peak = []
    for count in (1000, 11000):
        for _ in finished(map(Waiting, range(count)), Workers(), store):
            pass
        peak.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(peak[1] - peak[0])
"""


def memory() -> Iterator[Measurement]:
    """What ten thousand cells of a kilobyte add to the peak of the process that keeps them."""
    grown = float(printed(GROWTH)) * 1024 / CELLS
    yield Measurement("sweep, memory for each kept cell", grown, "bytes", 1000, at_most=True)
