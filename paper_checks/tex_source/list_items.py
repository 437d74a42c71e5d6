r"""The numbers of items in lists, and what the packages enumitem and enumerate make of them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from .counters import Counters, roman, unread
from .groups import group, option, settings, starred
from .scopes import Scopes

LISTS = ("enumerate", "compactenum", "inparaenum", "asparaenum")
UNNUMBERED = ("itemize", "description", "compactitem", "asparaitem")
"""The lists without numbers."""
QUOTES = ("quote", "quotation", "verse")
"""The other environments that are lists for TeX."""
USUAL = {
    "enumi": (r"\arabic{enumi}", ""),
    "enumii": (r"\alph{enumii}", r"\theenumi"),
    "enumiii": (r"\roman{enumiii}", r"\theenumi(\theenumii)"),
    "enumiv": (r"\Alph{enumiv}", r"\theenumi(\theenumii)\theenumiii"),
}
"""The form of each counter, and what a reference shows in front of it."""
LABELS = {
    "enumi": r"\theenumi.",
    "enumii": r"(\theenumii)",
    "enumiii": r"\theenumiii.",
    "enumiv": r"\theenumiv.",
}
STARRED = re.compile(r"\\([a-zA-Z]+)\s*\*")
SHORT = {"1": "arabic", "a": "alph", "A": "Alph", "i": "roman", "I": "Roman"}
SHORT_LABEL = re.compile(r"\{[^{}]*\}|\\[a-zA-Z]+|(?<![a-zA-Z])([1aAiI])(?![a-zA-Z])")
Keys = Mapping[str, str]


class OpenList(NamedTuple):
    """A list that is open."""

    name: str
    """The environment that was begun, with its star."""
    kind: str
    r"""`enumerate`, or the name of a list of `\newlist`."""
    counter: str
    above: str
    """The counter of the level above; empty for the first one."""
    own: Keys
    """The options that it was given."""
    series: str = ""
    resumes: bool = False
    """Whether it is one with `resume*`."""


class Lists:
    """What a source says of its lists."""

    def __init__(
        self, text: str, counters: Counters, scopes: Scopes, note: Callable[[str], None]
    ) -> None:
        self.text, self.counters, self.scopes, self.note = text, counters, scopes, note
        self.bare = False
        """Whether references have no sign around the number, as with the package enumerate."""
        self.usual: dict[tuple[str, int], Keys] = {}
        r"""What `\setlist` says of a kind of lists at a level; 0 is all of them."""
        self.own: set[str] = set()
        r"""The lists of `\newlist`."""
        self.label = dict(LABELS)
        """The label of each counter; `label*` puts that of the level above in front."""
        self.ended: dict[str, tuple[str, int]] = {}
        """The counter of the last list of each name or series, and its value."""
        self.keys: dict[str, Keys] = {}
        """The options of the last list of each name or series."""
        for counter, (form, prefix) in USUAL.items():
            counters.new(counter, None)
            counters.form[counter], counters.prefix[counter] = form, prefix

    def read_setlist(self, at: int, kind: str = "") -> int:
        r"""Read `\setlist[enumerate,1]{label=(\roman*)}` behind its command."""
        star, at = starred(self.text, at)
        names, at = option(self.text, at)
        behind, at = starred(self.text, at)
        given, at = group(self.text, at)
        words = [word.strip() for word in f"{kind},{names or ''}".split(",") if word.strip()]
        levels = [int(word) for word in words if word.isdigit()] or [0]
        for name in [word for word in words if not word.isdigit()] or ["list"]:
            for level in levels:
                before = self.usual.get((name, level), {}) if star or behind else {}
                self.scopes.put(self.usual, (name, level), {**before, **settings(given or "")})
        return at

    def read_newlist(self, at: int) -> int:
        r"""Read `\newlist{cases}{enumerate}{2}` behind its command."""
        name, at = group(self.text, at)
        kind, at = group(self.text, at)
        _, at = group(self.text, at)
        if name and kind and kind.strip().rstrip("*") == "enumerate":
            self.own.add(name.strip())
            for level in range(1, 10):
                self.counters.new(f"{name.strip()}{roman(level).lower()}", None)
        return at

    def restart(self, at: int) -> int:
        r"""Read `\restartlist{enumerate}` behind its command."""
        name, at = group(self.text, at)
        self.scopes.put(self.ended, (name or "").strip(), None)
        return at

    def begin(
        self, name: str, at: int, around: Sequence[OpenList], depth: int
    ) -> tuple[OpenList, int]:
        """A list begins within others; it is the `depth`-th of all that are open."""
        given, at = option(self.text, at)
        kind = name.rstrip("*") if name.rstrip("*") in self.own else "enumerate"
        level = 1 + sum(one.kind == kind for one in around)
        counter, above = (
            f"{kind if kind in self.own else 'enum'}{roman(one).lower()}" if one else ""
            for one in (level, level - 1)
        )
        own = self._options(given or "", counter)
        series = own.get("resume*") or next((key for key in own if f"={key}" in self.keys), "")
        resumes = "resume*" in own and not series
        again = {"resume": series} if resumes or series else {}
        before = self.keys.get(f"={series}" if series else name, {}) if again else {}
        series = series or own.get("series") or own.get("resume", "")
        opened = OpenList(name, kind, counter, above, own, series, resumes)
        self.counters.set(counter, 0)
        places = (("list", 0), ("list", depth), (kind, 0), (kind, level))
        form = None
        usual = (self.usual.get(place, {}) for place in places)
        for keys in (*usual, {**before, **again}, own):
            form = self._set(keys, opened) or form
        # the label has the form of the number that is there so far, not that of `ref`
        label = self.label.get(counter, rf"\\the{counter}")
        self.scopes.put(self.label, counter, self._within(label, counter))
        if form is not None:
            self.scopes.put(self.counters.form, counter, form)
            if above:
                self.scopes.put(self.counters.prefix, counter, "")
        return opened, at

    def end(self, ended: OpenList) -> None:
        """Keep for later lists where one ended: in the group around it, or in all of a series."""
        last = (ended.counter, self.counters.value[ended.counter])
        if ended.series:
            self.scopes.put(self.ended, f"={ended.series}", last, everywhere=True)
        if "series" in ended.own:
            self.scopes.put(self.keys, f"={ended.series}", ended.own, everywhere=True)

        def behind() -> None:
            self.scopes.put(self.ended, ended.name, last, everywhere=ended.resumes)
            if not ended.resumes:
                self.scopes.put(self.keys, ended.name, ended.own)

        self.scopes.after_group(behind)

    def keep(self) -> None:
        """Let a counter that `resume` set at an inner level stay so, as amsmath's rows do."""
        for name in USUAL:
            value = self.counters.value[name]
            self.scopes.put(self.counters.value, name, value, everywhere=True)

    def step(self, last: OpenList) -> str:
        """What a label of the next item of a list names."""
        self.counters.step(last.counter)
        return self.counters.referred(last.counter)

    def _options(self, given: str, counter: str) -> Keys:
        """The options of a list; the first may be a short label, as `(i)`."""
        found = re.match(r"(?:\{[^{}]*\}|[^,{}])*", given)
        short = found[0] if found and not self.bare else given
        sign = next((one for one in SHORT_LABEL.finditer(short) if one[1]), None)
        if "=" in short or sign is None or f"={short.strip()}" in self.keys:
            return settings(given)
        starred = rf"\{SHORT[sign[1]]}*"
        if self.bare:
            self.scopes.put(self.counters.form, counter, self._within(starred, counter))
            return {}
        label = short[: sign.start()] + starred + short[sign.end() :]
        return {"label": label, **settings(given[len(short) :])}

    def _set(self, keys: Keys, opened: OpenList) -> str | None:
        """Do what options say of the number, in their order; what references show, `ref` first."""
        counter, form = opened.counter, None
        for key, value in keys.items():
            if key == "start":
                first = self.counters.number(value or "1")
                if first is None:
                    self.note(f"The value {value!r} of the option start is not read.")
                self.counters.set(counter, (1 if first is None else first) - 1)
            elif key == "resume":
                self._resume(f"={value}" if value else opened.name, counter)
            elif key in ("label", "label*"):
                above = self.label.get(opened.above, "") if key == "label*" else ""
                usual = self._within(LABELS.get(opened.above, ""), opened.above)
                anew = re.search(rf"\\label{opened.above}(?![a-zA-Z])", self.text)
                if anew and above and above == usual:
                    self.note(f"What \\label{opened.above} puts in front by label* is not read.")
                form = above + self._within(value, counter)
                self.scopes.put(self.label, counter, form)
        return self._within(keys["ref"], counter) if "ref" in keys else form

    def _resume(self, name: str, counter: str) -> None:
        """Go on where the last list of a name ended, which may have had another counter."""
        if name in self.ended:
            other, last = self.ended[name]
            if other == counter:
                self.counters.set(counter, last)
            else:
                self.scopes.put(self.counters.value, other, last)

    def _within(self, form: str, counter: str) -> str:
        """A form with the name of its counter in place of the star."""
        form = STARRED.sub(rf"\\\1{{{counter}}}", form)
        form = re.sub(rf"\\the{counter}(?![a-zA-Z])", lambda _: self.counters.form[counter], form)
        if command := unread(form):
            self.note(f"The form {form} of items has {command}, which is not read.")
        return form
