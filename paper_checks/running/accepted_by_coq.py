"""What Coq has accepted before, by its texts, so that it is not asked of the same text twice.

A long reading writes each text down as it is accepted. Another one goes on from there, after an
interruption, or after a change of the translation that touched a few texts.
"""

import hashlib
import json
import subprocess
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from banditproof.theory.atomic_files import writable_file
from banditproof.theory.prover.coq.coqc import RULES


class Accepted:
    """Texts that Coq accepts, and the processor time that it took; without a file none is kept.

    A text is kept by its digest with those of the rules and with the version of Coq. A line that
    was cut off is left out.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "accepted.jsonl")
    ...     before = Accepted(file).seconds("one", lambda: "Lemma one : True.")
    ...     first = Accepted(file)
    ...     _ = first.seconds("one", lambda: "Lemma one : True.")
    ...     first.add("one", 2.5)
    ...     again = Accepted(file).seconds("the same", lambda: "Lemma one : True.")
    >>> before, again
    (None, 2.5)
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = None if file is None else writable_file(file)
        self.keys: dict[str, str] = {}
        self.known: dict[str, float] = {}
        written = file.read_text("utf-8") if file is not None and file.exists() else ""
        for line in written.splitlines():
            try:
                row = json.loads(line)
                self.known[row["text"]] = float(row["seconds"])
            except (ValueError, KeyError, TypeError):
                continue
        if written and not written.endswith("\n"):
            self._write("\n")

    def seconds(self, name: str, text: Callable[[], str]) -> float | None:
        """The seconds that Coq took when it accepted the text of a name, if it did before."""
        if self.file is None:
            return None
        try:
            key = hashlib.sha256(_all_else() + text().encode()).hexdigest()
        except ValueError:  # it has no text in Coq
            return None
        self.keys[name] = key
        return self.known.get(key)

    def add(self, name: str, seconds: float) -> None:
        """Coq accepts the text of a name, which was asked for before."""
        key = self.keys.get(name, "")
        if key and key not in self.known:
            self.known[key] = seconds
            self._write(json.dumps({"text": key, "seconds": seconds}) + "\n")

    def _write(self, line: str) -> None:
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(line)


@cache
def _all_else() -> bytes:
    """All on which Coq's answer rests besides the text."""
    said = subprocess.run(["coqc", "--version"], capture_output=True, check=False).stdout
    folder = files("banditproof.theory.prover.coq")
    rules = (folder.joinpath(f"{name}.v").read_bytes() for name in RULES)
    return hashlib.sha256(b"\0".join([said, *rules])).digest()
