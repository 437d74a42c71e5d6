"""The figures of the documents, which `figures.toml` lists."""

import tomllib
from importlib.resources import files

_LISTED = tomllib.loads(files(__package__).joinpath("figures.toml").read_text("utf-8"))
FIGURES: dict[str, str] = {id: figure["title"] for id, figure in _LISTED.items()}
"""The title of every figure, by its ID."""
MODULES: dict[str, str] = {id: figure["module"] for id, figure in _LISTED.items()}
"""The module that draws each figure."""
CLAIMS: dict[str, list[str]] = {
    id: figure["claims"] for id, figure in _LISTED.items() if "claims" in figure
}
"""For each figure, the IDs of claims about it; parts and repairs of these belong to it too."""
