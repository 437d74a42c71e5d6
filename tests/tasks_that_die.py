"""A task that ends its worker, in a separate file, which worker processes can import."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from banditproof.algorithms.sweeps.task import Task, key_of


@dataclass(frozen=True)
class Deadly(Task):
    """A task that ends its worker: each time, or once."""

    number: int
    folder: str
    deaths: int = 0
    patience: float = 0.0

    @property
    def key(self) -> bytes:
        return key_of("deadly", str(self.number))

    @property
    def label(self) -> str:
        return f"task {self.number}"

    @property
    def group(self) -> str:
        return "deadly"

    def content(self) -> bytes:
        place = Path(self.folder) / str(self.number)
        died = len(list(Path(self.folder).glob(f"{self.number}.*")))
        if died < self.deaths:
            place.with_suffix(f".{died}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self.patience)
        return str(self.number).encode()
