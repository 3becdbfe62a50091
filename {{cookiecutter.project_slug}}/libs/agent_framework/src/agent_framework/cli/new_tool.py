"""`agent new-tool`: a transactional tool with everything that belongs to it, nothing overwritten."""

import ast
import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from agent_framework.cli.refused import Refused
from agent_framework.cli.skeletons import (
    NewParameter,
    Wish,
    agent_module,
    intent_source,
    sample_source,
    scenario,
    texts,
    tool_module,
)
from agent_framework.domain.parameters import ValueType
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.understanding import values

__all__ = ["NewTool"]

TYPES: Final[Mapping[str, type[ValueType]]] = {
    "text": values.FreeText,
    "money": values.Money,
    "date": values.Date,
    "integer": values.Integer,
    "boolean": values.Boolean,
    "email": values.Email,
    "phone": values.Phone,
    "cpf": values.Cpf,
    "cnpj": values.Cnpj,
    "cep": values.Cep,
}


ARTICLES: Final = frozenset(["the", "a", "an", "my", "o", "os", "as", "um", "uma", "meu", "minha"])
MAX_NAME: Final = 32
RESERVED: Final = frozenset({"context", "reference"})


@dataclass(frozen=True)
class NewTool:
    """A tool to be written: `write` lays its files, or refuses before the first one."""

    root: Path
    name: str
    agent: str
    parameters: Sequence[NewParameter]
    wishes: Mapping[str, Wish]
    language: str

    @classmethod
    def parse(
        cls, folder: ProjectFolder, name: str, agent: str | None, params: Sequence[str], says: Sequence[str]
    ) -> "NewTool":
        """The tool from the command line.

        Args:
            params: `name:type` each; a type is one of TYPES or a mask such as `PED-####`.
            says: `language=words` each, the action first.

        Raises:
            Refused: for a name, type or language that cannot be used.
        """
        agent = agent or f"{name}_agent"
        for given in (name, agent):
            _check_name(given)
        languages = sorted(path.stem for path in (folder.root / "app" / "messages").glob("*.yaml"))
        wishes = dict.fromkeys(languages, _wish(name.replace("_", " ")))
        for text in says:
            language, _, words = text.partition("=")
            if language not in languages or not words.strip():
                raise Refused(f"--say {text!r}: write LANGUAGE=WORDS, the language one of {', '.join(languages)}")
            wishes[language] = _wish(words)
        parameters = [_parameter(text) for text in params]
        names = [item.name for item in parameters]
        if twice := next((item for item in names if names.count(item) > 1), None):
            raise Refused(f"two parameters are called {twice!r}: rename one")
        return cls(folder.root, name, agent, parameters, wishes, folder.settings().default_language)

    def write(self) -> list[Path]:
        """Write the files; their paths, relative to the project.

        Raises:
            Refused: something with this name is there already; nothing was written.
        """
        files = {**self._new_files(), **self._agent_file(), **self._texts(), **self._sample()}
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return [path.relative_to(self.root) for path in files]

    def _new_files(self) -> dict[Path, str]:
        files = {
            self.root / "app/tools" / f"{self.name}.py": tool_module(self.name, self.parameters, self.language),
            self.root / "tests/scenarios" / f"{self.name}.yaml": scenario(
                self.name, self.parameters, self.wishes[self.language], self.language
            ),
        }
        if there := next((path for path in files if path.exists()), None):
            raise Refused(f"{there.relative_to(self.root)} is there already: choose another name")
        return files

    def _agent_file(self) -> dict[Path, str]:
        path = self.root / "app/agents" / f"{self.agent}.py"
        if not path.exists():
            return {path: agent_module(self.agent, self.name, self.wishes)}
        source = path.read_text(encoding="utf-8")
        try:
            return {path: _with_intent(source, self.name, self.wishes)}
        except LookupError as error:
            raise Refused(
                f"{path.relative_to(self.root)}: {error}; add the intent by hand, or name a new agent"
            ) from error

    def _texts(self) -> dict[Path, str]:
        files: dict[Path, str] = {}
        for language, wish in self.wishes.items():
            path = self.root / "app/messages" / f"{language}.yaml"
            content = path.read_text(encoding="utf-8")
            if self.name in (yaml.safe_load(content) or {}):
                raise Refused(f"{path.relative_to(self.root)} has texts for {self.name} already: choose another name")
            files[path] = content.rstrip("\n") + "\n\n" + texts(self.name, self.parameters, wish, language)
        return files

    def _sample(self) -> dict[Path, str]:
        path = self.root / "tests/test_conformance.py"
        return {
            path: path.read_text(encoding="utf-8").rstrip("\n")
            + "\n"
            + sample_source(self.name, self.parameters, self.language)
        }


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise Refused(
            f"{name!r}: write a name in snake case, in ASCII letters, that is no word of Python: change_address"
        )
    if len(name) > MAX_NAME:
        raise Refused(f"{name!r}: write a name of at most {MAX_NAME} letters")


def _wish(words: str) -> Wish:
    action, *rest = words.split()
    if rest and rest[0].casefold() in ARTICLES:
        rest = rest[1:]
    return Wish(action, " ".join(rest))


def _parameter(text: str) -> NewParameter:
    name, _, kind = text.partition(":")
    _check_name(name)
    if name in RESERVED:
        raise Refused(f"--param {text!r}: {name!r} is what the tool or its result has already: rename it")
    if kind in TYPES:
        return NewParameter(name, TYPES[kind](), f"{TYPES[kind].__name__}()")
    if "#" in kind:
        return NewParameter(name, values.Identifier(kind), f'Identifier("{kind}")')
    raise Refused(f"--param {text!r}: write NAME:TYPE, the type one of {', '.join(TYPES)} or a mask such as PED-####")


def _with_intent(source: str, name: str, wishes: Mapping[str, Wish]) -> str:
    """The agent's module with the intent at the end of its list and the tool's import in its place.

    Raises:
        LookupError: the module has no literal list of intents.
    """
    tree = ast.parse(source)
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    intents = next((word.value for call in calls for word in call.keywords if word.arg == "intents"), None)
    if not isinstance(intents, ast.List):
        raise LookupError("it has no Agent(..., intents=[...])")
    content = source.encode()  # the offsets of ast count bytes
    closing = _offset(content, intents) - 1
    head = content[:closing].decode().rstrip()
    comma = "" if head.endswith((",", "[")) else ","
    changed = f"{head}{comma}\n{intent_source(name, wishes)}    {content[closing:].decode()}"
    lines = changed.splitlines(keepends=True)
    lines.insert(_import_line(tree, name), f"from app.tools.{name} import {name}\n")
    return "".join(lines)


def _offset(content: bytes, node: ast.expr) -> int:
    """Where the node ends, in bytes from the start."""
    before = content.splitlines(keepends=True)[: (node.end_lineno or 1) - 1]
    return sum(map(len, before)) + (node.end_col_offset or 0)


def _import_line(tree: ast.Module, name: str) -> int:
    """Where the import belongs among those of `app`, counted from 0."""
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    later = (node for node in imports if isinstance(node, ast.ImportFrom) and (node.module or "") > f"app.tools.{name}")
    following = next(later, None)
    if following is not None and (following.module or "").startswith("app."):
        return following.lineno - 1
    return imports[-1].end_lineno or 0
