"""Pages of HTML as a test reads them: their links, names, headings, words, and what they load."""

import json
import os
import re
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

VOID = {"wbr", "meta", "link", "input", "br", "img", "hr", "path", "rect", "mspace"}


@dataclass
class ReadPage:
    """What stands in a page."""

    language: str = ""
    title: str = ""
    text: str = ""
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    handlers: list[str] = field(default_factory=list)
    unclosed: list[str] = field(default_factory=list)
    outside_code: str = ""
    """The text that is neither code nor a preformatted listing."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = ReadPage()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        page = self.page
        page.tags.append(tag)
        page.handlers += [name for name in known if name.startswith("on")]
        if "id" in known:
            page.ids.append(known["id"])
        if tag == "html":
            page.language = known.get("lang", "")
        if tag == "a" and "href" in known:
            page.links.append(known["href"])
        if tag in ("link", "script", "img", "use") and ("href" in known or "src" in known):
            page.loaded.append(known.get("href") or known["src"])
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            page.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.page.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        page = self.page
        if self.open[-1:] == ["title"] and "svg" not in self.open:
            page.title += data
        if not {"script", "style"}.intersection(self.open):
            page.text += data
            if not {"code", "pre"}.intersection(self.open):
                page.outside_code += data


@cache
def read_page(text: str) -> ReadPage:
    """A page, read."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.page.unclosed += reader.open
    return reader.page


LEADS = re.compile(r' (?:href|src)="([^"]*)"')
NAMED = re.compile(r' id="([^"]*)"')


def dead_links(site: Path) -> list[str]:
    """The links between the pages of a site that lead nowhere: to no file, or to no name in it."""
    texts = {path: path.read_text(encoding="utf-8") for path in site.resolve().rglob("*.html")}
    names = {path: set(map(unescape, NAMED.findall(text))) for path, text in texts.items()}
    dead = []
    for path, text in texts.items():
        for link in dict.fromkeys(map(unescape, LEADS.findall(text))):
            file, _, name = link.partition("#")
            target = Path(os.path.normpath(path.parent / file)) if file else path
            known = target in texts or target.is_file()
            if not known or (name and name not in names.get(target, {name})):
                dead.append(f"{path.relative_to(site.resolve()).as_posix()}: {link}")
    return dead


def searched(site: Path) -> dict[str, dict]:
    """What the search of a site knows of each claim, by its ID."""
    text = (site / "static" / "claims.js").read_text(encoding="utf-8")
    data = json.loads(text.removeprefix("window.banditproofClaims = ").removesuffix(";\n"))
    rows = (dict(zip(data["fields"], row, strict=True)) for row in data["rows"])
    return {row["id"]: row for row in rows}
