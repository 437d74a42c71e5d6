"""Modules that have moved: an import of a former place works, with a warning that names the new."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, ModuleType

FLOORS = {
    "drawing": "figure_drawing figure_titles figure_words simulated_cells",
    "report.graphs": "graph_as_data graph_colours graph_drawing graph_layout",
    "running": "check_tasks runner write_proofs",
    "statements": """catalogue claim claim_facts composite counted_claims declaration documents
        index places registry""",
    "verdicts": "sharpness verdict verdict_words vocabulary",
}
RENAMED = {
    "figures": "document_figures",
    "finding": "statements.claim_search",
    "kept_in_order": "running.process_guard",
    "proof_graph": "report.graphs.claim_graph",
    "repeated": "statements.programmed",
}
PLACES = RENAMED | {name: f"{floor}.{name}" for floor in FLOORS for name in FLOORS[floor].split()}
"""The place of each module that stood at the top of `paper_checks`, within `paper_checks`."""


class FormerPlaces(MetaPathFinder, Loader):
    """Finds a module at its former place; asked last, when there is no such file."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of a former place; None for all other names."""
        package, _, end = name.rpartition(".")
        return spec_from_loader(name, self) if package == __package__ and end in PLACES else None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of the new place in the place of the former one."""
        from warnings import warn

        name = module.__name__
        place = _place(name)
        warn(
            f"{name} is now {place}; the old place will be removed.",
            DeprecationWarning,
            stacklevel=2,
        )
        sys.modules[name] = import_module(place)

    def get_code(self, name: str) -> CodeType:
        """The program of `python -m` with a former place: it runs the new one."""
        program = f"import runpy\nrunpy.run_module({_place(name)!r}, run_name='__main__')"
        return compile(program, name, "exec")


def _place(name: str) -> str:
    return f"{__package__}.{PLACES[name.rpartition('.')[2]]}"
