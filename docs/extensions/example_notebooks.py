"""The notebooks of `examples/` become pages, and are executed when these are built.

What they printed is kept until their cells, or a file of the rooms, change.
"""

from __future__ import annotations
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from .kept_results import sources

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


def keep_results(app: Sphinx, config: Config) -> None:
    """Keep what notebooks print in a folder for the present sources; others are removed."""
    folder = Path(app.srcdir) / "_build" / "notebooks"
    place = folder / sources()[:16]
    for old in folder.glob("*"):
        if old != place:
            shutil.rmtree(old)
    config.nb_execution_cache_path = str(place)


def encrypt_what_kernels_say() -> None:
    """Start the kernels of notebooks so that others on the machine cannot listen to their ports."""
    import jupyter_client

    if not hasattr(jupyter_client.AsyncKernelManager, "transport_encryption"):
        return  # older versions know no encryption

    class Encrypted(jupyter_client.AsyncKernelManager):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            self.transport_encryption = "auto"

    jupyter_client.AsyncKernelManager = Encrypted


def setup(app: Sphinx) -> dict[str, Any]:
    encrypt_what_kernels_say()
    app.connect("config-inited", keep_results, priority=100)
    app.connect("config-inited", copy_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
