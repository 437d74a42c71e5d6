"""The examples of the pages are run when these are built; one that fails fails the build."""

from __future__ import annotations
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from .console_blocks import Difference, run_page

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WORKERS = 2


def pages(root: Path) -> list[Path]:
    """The written pages below a folder, without what was built."""
    return sorted(
        page for page in root.rglob("*.md") if "_build" not in page.relative_to(root).parts
    )


def differences(page: Path) -> list[Difference]:
    """The commands of a page that print something else than it shows."""
    with tempfile.TemporaryDirectory(prefix="page-") as folder:
        return run_page(page, Path(folder))


def failed_examples(page: Path) -> str:
    """What Python says of the examples of a page that fail; empty if none does.

    They run in a separate process, since an audit looks at what the process has changed.
    """
    if ">>> " not in page.read_text(encoding="utf-8"):
        return ""
    words = [sys.executable, "-m", "doctest", str(page)]
    done = subprocess.run(words, text=True, capture_output=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def check(app: Sphinx) -> None:
    """Run all examples; each difference is a warning, and the build makes warnings errors."""
    if app.builder.name != "html" or not app.config.checked_examples:
        return
    from sphinx.util import logging

    logger = logging.getLogger(__name__)
    result = pages(Path(app.srcdir))
    with ThreadPoolExecutor(WORKERS) as pool:
        commands = pool.map(differences, result)
        examples = pool.map(failed_examples, result)
        for page, wrong, said in zip(result, commands, examples, strict=True):
            for difference in [*wrong, *([said] if said else [])]:
                logger.warning("%s", difference, location=str(page))


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("checked_examples", True, "", types=[bool])
    app.connect("builder-inited", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
