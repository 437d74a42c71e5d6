r"""The macros of a paper: what `\newcommand`, `\def` and their like define, and their expansion."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from .groups import TOKEN, argument, group, option, starred
from .limits import Limits

ENVIRONMENTS = (
    *("newenvironment", "renewenvironment", "NewEnviron", "RenewEnviron"),
    *("NewDocumentEnvironment", "RenewDocumentEnvironment"),
    *("ProvideDocumentEnvironment", "DeclareDocumentEnvironment"),
)
"""The commands that define an environment: `\\name` for its beginning, `\\endname` for its end."""
DEFINITIONS = (
    *("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"),
    *("DeclareMathOperator", "DeclarePairedDelimiter"),
    *("NewDocumentCommand", "RenewDocumentCommand"),
    *("DeclareDocumentCommand", "ProvideDocumentCommand"),
    *("gdef", "edef", "xdef", "def", "let"),
)
"""The commands that define a macro."""
KEPT = frozenset(
    f"\\{name}"
    for name in (
        *("begin", "end", "label", "ref", "eqref", "cref", "Cref", "autoref", "item", "section"),
        *("uses", "lean", "leanok", "mathlibok", "notready", "proves", "discussion", "tag", "left"),
        *("right", "text", "emph", "frac", "textbf", "textit", "mathbb", "mathrm", "cite"),
    )
)
"""The commands that keep their meaning, whatever a source makes of them."""
PARAMETERS = re.compile(r"\s*(\\(?:[a-zA-Z@]+|.))([^{}]*)", re.DOTALL)
LET = re.compile(r"\s*(\\(?:[a-zA-Z@]+|.))\s*=?\s*(\\(?:[a-zA-Z@]+|.))", re.DOTALL)
XPARSE = re.compile(r"\s*(?:O\s*\{([^{}]*)\}|o)?([m\s]*)\Z")
MOST = 4000
"""The most expansions within one statement or proof, besides one for each fourth character."""
LONGEST = 400_000
"""The most characters that one becomes, besides its length."""
HIDES = re.compile(
    r"\\(?:begin|end)\s*\{(?!array|cases|[bpvBV]?matrix|aligned|split|tabular|tikz|scope|small"
    r"|gathered|minipage|center)|\\end(?!group|input|csname|linechar|graf)[a-zA-Z]"
    r"|\\(?:(?:sp)?new(?:md|framed|shaded)?theorem(?:env)?|(?:md|declare)theorem|new(?:aliascnt|counter)"
    r"|(?:ref)?stepcounter|(?:set|addto)counter|(?:number|counter)with(?:in|out)|appendix|label"
    r"|item|caption|footnote|part|chapter|(?:sub)*section|(?:sub)?paragraph|"
    r"(?:re)?newenvironment|(?:New|Renew|Provide|Declare)DocumentEnvironment|(?:Ren|N)ewEnviron)"
    r"(?![a-zA-Z])|\\(?:renewcommand|[egx]?def)\s*\*?\s*\{?\s*\\(?:the[a-zA-Z]|@currentlabel)"
)
"""What the walk through a document has to see."""


class Endless(ValueError):
    """A macro whose expansion does not end."""


@dataclass(frozen=True)
class Macro:
    """A macro: its body, how many arguments it has, the default of the first if it has one."""

    body: str
    arguments: int = 0
    default: str | None = None
    delimiters: tuple[str, str] | None = None
    final: bool = False
    """Whether its body is a command of TeX itself, as `\\let` gives it, which stays."""
    until: str = ""
    r"""The command behind its only argument, as in `\def\be#1\ee{...}`."""


class Macros(dict[str, Macro]):
    """The macros that are known, by name with backslash."""

    def __init__(self) -> None:
        super().__init__()
        self._hiding: dict[str, bool] = {}
        """Of the macros that were asked for: whether they hide structure, as all are now."""

    def __setitem__(self, name: str, macro: Macro) -> None:
        if name not in KEPT:
            super().__setitem__(name, macro)
            self._hiding.clear()

    def hides_structure(self, name: str) -> bool:
        r"""Whether a macro, or one that it calls, begins or ends something.

        >>> known = Macros()
        >>> known["\\bt"], known["\\b"] = Macro(r"\begin{theorem}"), Macro(r"\bt\c")
        >>> [known.hides_structure(name) for name in ("\\b", "\\c")]
        [True, False]
        """
        if name not in self._hiding:
            seen: set[str] = set()
            waiting = [name]
            while waiting:
                one = waiting.pop()
                if one in self and one not in seen:
                    seen.add(one)
                    if not self[one].final:
                        waiting += TOKEN.findall(self[one].body)
            self._hiding[name] = any(HIDES.search(self[one].body) for one in seen)
        return self._hiding[name]

    def define(self, kind: str, text: str, at: int) -> tuple[int, str]:
        r"""Read a definition behind its command; the place behind it, and what was not understood.

        >>> known = Macros()
        >>> known.define("newcommand", r"{\half}[1]{\frac{#1}{2}} x", 0)
        (24, '')
        >>> known.expanded(r"\half{a}b")
        '\\frac{a}{2}b'
        """
        if kind == "let":
            return self._let(text, at), ""
        if kind in ("def", "gdef", "edef", "xdef"):
            return self._def(text, at)
        star, at = starred(text, at)
        name, end = argument(text, at)
        if name is None or not (name := name.strip()).startswith("\\"):
            return at, ""
        if "Document" in kind:
            return self._document_command(kind, name, text, end)
        if kind == "DeclareMathOperator":
            body, end = group(text, end)
            self[name] = Macro(rf"\operatorname{'*' if star else ''}{{{body or ''}}}")
            return end, ""
        if kind == "DeclarePairedDelimiter":
            left, end = argument(text, end)
            right, end = argument(text, end)
            self[name] = Macro("", 1, None, (left or "", right or ""))
            return end, ""
        count, end = option(text, end)
        default, end = option(text, end)
        body, end = group(text, end)
        number = (count or "0").strip()
        if body is None or not re.fullmatch(r"[0-9]", number):
            return at, f"The definition of {name} is not understood."
        if kind != "providecommand" or name not in self:
            self[name] = Macro(body, int(number), default)
        return end, ""

    def define_environment(self, kind: str, text: str, at: int) -> tuple[str, int]:
        r"""Read an environment behind its command; its name, empty if it has none, and the place.

        >>> known = Macros()
        >>> known.define_environment("newenvironment", r"{x}[1]{\begin{a}[#1]}{\end{a}}", 0)
        ('x', 30)
        >>> known["\\x"].body, known["\\endx"].body
        ('\\begin{a}[#1]', '\\end{a}')
        """
        _, at = starred(text, at)
        name, at = group(text, at)
        count: str | None
        if "Document" in kind:
            given, at = group(text, at)
            form = XPARSE.match(given or "")
            first = (given or "").strip()[:1] in ("O", "o")
            default = ((form[1] if form else "") or "") if first else None
            count = str(first + form[2].count("m")) if form else "9"
        else:
            count, at = option(text, at)
            default, at = option(text, at)
        before, at = group(text, at)
        if kind.endswith("Environ"):
            before, _, after = (before or "").partition("\\BODY")
            final, at = option(text, at)
            after += final or ""
        else:
            behind, at = group(text, at)
            after = behind or ""
        name = (name or "").strip()
        if name and re.fullmatch(r"[0-9]", (count or "0").strip()):
            self[f"\\{name}"] = Macro(before or "", int(count or "0"), default)
            self[f"\\end{name}"] = Macro(after)
        return name, at

    def _let(self, text: str, at: int) -> int:
        found = LET.match(text, at)
        if found is None:
            return at
        if found[2] in self:
            self[found[1]] = self[found[2]]
        elif "@" not in found[2] and found[1] != found[2]:
            self[found[1]] = Macro(found[2], final=True)
        return found.end()

    def _def(self, text: str, at: int) -> tuple[int, str]:
        found = PARAMETERS.match(text, at)
        if found is None:
            return at, ""
        body, end = group(text, found.end())
        parameters = found[2].strip()
        if body is None:
            return found.end(), ""
        if until := re.fullmatch(r"#1\s*(\\[a-zA-Z@]+)", parameters):
            self[found[1]] = Macro(body, 1, until=until[1])
            return end, ""
        if not re.fullmatch(r"(?:#\d)*", parameters):
            return end, f"The arguments of {found[1]} have delimiters, which are not read."
        self[found[1]] = Macro(body, parameters.count("#"))
        return end, ""

    def _document_command(self, kind: str, name: str, text: str, at: int) -> tuple[int, str]:
        given, end = group(text, at)
        body, end = group(text, end)
        form = XPARSE.match(given or "")
        if body is None or form is None:
            return end, f"The arguments of {name} are {given}, which is not read."
        optional = (given or "").strip()[:1] in ("O", "o")
        if kind != "ProvideDocumentCommand" or name not in self:
            default = (form[1] or "") if optional else None
            self[name] = Macro(body, optional + form[2].count("m"), default)
        return end, ""

    def applied(self, name: str, text: str, at: int) -> tuple[str, int]:
        """What a macro stands for, with the arguments that follow, and the place behind these."""
        macro = self[name]
        if macro.delimiters is not None:
            return _delimited(macro.delimiters, text, at)
        given, at = self.arguments(name, text, at)
        new = filled(macro.body, given)
        joins = re.search(r"\\[a-zA-Z@]+\Z", new) and text[at : at + 1].isalpha()
        return new + (" " if joins else ""), at

    def arguments(self, name: str, text: str, at: int) -> tuple[list[str], int]:
        """The arguments of a macro that follow, and the place behind them."""
        macro, given = self[name], list[str]()
        if macro.until:
            ending = re.compile(rf"{re.escape(macro.until)}(?![a-zA-Z@])").search(text, at)
            return ([text[at : ending.start()]], ending.end()) if ending else ([""], at)
        if macro.default is not None:
            chosen, at = option(text, at)
            given.append(macro.default if chosen is None else chosen)
        while len(given) < macro.arguments:
            one, at = argument(text, at)
            given.append(one or "")
        return given, at

    def expanded(self, text: str, limits: Limits | None = None, spot: str = "") -> str:
        """A text with every macro replaced, from left to right; `Endless` names one without end."""
        done: list[str] = []
        count = length = 0
        most, longest = MOST + len(text) // 4, LONGEST + len(text)
        while found := TOKEN.search(text):
            done.append(text[: found.start()])
            name = found[0]
            if name not in self or self[name].final:
                done.append(self[name].body if name in self else name)
                text = text[found.end() :]
            else:
                new, end = self.applied(name, text, found.end())
                text = new + text[end:]
                count += 1
                if limits is not None:
                    limits.spend("expansions", spot)
            length += len(done[-1])
            if count > most or length + len(text) > longest:
                raise Endless(name)
        return "".join([*done, text])


def filled(body: str, given: Sequence[str]) -> str:
    """A body with its arguments.

    >>> filled("#2 ##1", ["a", "b"])
    'b #1'
    """
    parts = re.split(r"(##|#\d)", body)
    for place, part in enumerate(parts):
        if part == "##":
            parts[place] = "#"
        elif part[:1] == "#" and 0 < int(part[1:]) <= len(given):
            parts[place] = given[int(part[1:]) - 1]
    return "".join(parts)


def _delimited(pair: tuple[str, str], text: str, at: int) -> tuple[str, int]:
    r"""What `\abs{x}`, `\abs*{x}` and `\abs[\big]{x}` stand for."""
    star, at = starred(text, at)
    size, at = option(text, at)
    inside, at = argument(text, at)
    left, right = ("\\left", "\\right") if star else (size or "", size or "")
    return f"{left}{pair[0]} {inside or ''} {right}{pair[1]} ", at
