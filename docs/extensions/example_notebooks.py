"""The notebooks of `examples/` become pages, and are executed when these are built."""

from __future__ import annotations
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def copy_notebooks(app: Sphinx, config: Config) -> None:
    """Put copies where Sphinx finds them; a copy is replaced when its original changed."""
    folder = Path(app.srcdir) / "notebooks"
    folder.mkdir(exist_ok=True)
    originals = {file.name: file for file in sorted(EXAMPLES.glob("*.ipynb"))}
    for old in folder.glob("*.ipynb"):
        if old.name not in originals:
            old.unlink()
    for name, file in originals.items():
        copy = folder / name
        if not copy.exists() or copy.read_bytes() != file.read_bytes():
            shutil.copyfile(file, copy)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("config-inited", copy_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
