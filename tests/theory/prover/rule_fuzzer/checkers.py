"""The checker that is attacked: that of the package, or a copy with one change of its source."""

import importlib
import itertools
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from banditproof.theory.prover import checker as package

FOLDER = Path(package.__file__ or "").parent
COPIES = itertools.count(1)


class Checker:
    """The names of a checker that the attacks use, whatever file they stand in."""

    def __init__(self, package: str, folder: Path) -> None:
        names = sorted(file.stem for file in folder.glob("*.py") if file.stem != "__init__")
        modules = [importlib.import_module(f"{package}.{name}") for name in names]
        self.names = {name: v for m in reversed(modules) for name, v in vars(m).items()}
        self.Claim, self.Where = self.find("Claim"), self.find("Where")
        self.rules, self.damage = dict(self.find("WIDER_RULES")), self.find("DAMAGE")
        self.rows = self.find("ALL_ROWS")
        self.refused, self.recheck = self.find("Refused"), self.find("recheck")
        self.book, self.check = self.find("Book"), self.find("Replay")
        self.functions = self.find("WIDER_FUNCTIONS")

    def find(self, name: str) -> Any:
        """What has a name in one of the files."""
        return self.names[name]

    def replay(self, **others: Any) -> Any:
        """The check of a proof, by the rules and some others."""
        return self.check(self.book(self.functions), {**self.rules, **others})


PLAIN = Checker(package.__name__, FOLDER)


@contextmanager
def changed(old: str, new: str) -> Iterator[Checker]:
    """A checker in which a piece of text that occurs once has been replaced."""
    copy = f"changed_checker_{next(COPIES)}"
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / copy
        shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
        texts = {file: file.read_text() for file in folder.glob("*.py")}
        (place,) = (file for file, text in texts.items() if old in text)
        assert texts[place].count(old) == 1, f"{old!r} occurs more than once."
        place.write_text(texts[place].replace(old, new))
        sys.path.insert(0, above)
        importlib.invalidate_caches()
        try:
            yield Checker(copy, folder)
        finally:
            sys.path.remove(above)
            for name in [name for name in sys.modules if name.partition(".")[0] == copy]:
                del sys.modules[name]
