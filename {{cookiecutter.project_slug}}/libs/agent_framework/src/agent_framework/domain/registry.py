"""Everything a team declared, checked as a whole before the first message."""

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent_framework.domain.agents import Agent, Intent
from agent_framework.domain.messages import Catalog
from agent_framework.domain.tools import NoConfirmation, Queryable, Tool
from agent_framework.exceptions import DeclarationError

__all__ = ["Domain", "check_domain", "discover_agents"]


@dataclass(frozen=True)
class Domain:
    """The agents of a project with their texts."""

    agents: Sequence[Agent]
    texts: Catalog
    default_language: str = "pt-BR"

    @cached_property
    def intents(self) -> dict[str, Intent]:
        """Intents by name."""
        return {intent.name: intent for agent in self.agents for intent in agent.intents}

    @cached_property
    def agent_of(self) -> dict[str, Agent]:
        """The agent of each intent, by the intent's name."""
        return {intent.name: agent for agent in self.agents for intent in agent.intents}

    @cached_property
    def tools(self) -> dict[str, Tool]:
        """Tools by name."""
        return {intent.tool.name: intent.tool for intent in self.intents.values()}


def discover_agents(package: str) -> list[Agent]:
    """The agents of a package such as `app.agents`: one for each of its modules, in alphabetical order.

    Raises:
        DeclarationError: for a module that does not define exactly one Agent.
    """
    agents: list[Agent] = []
    for module_info in pkgutil.iter_modules(importlib.import_module(package).__path__):
        module = importlib.import_module(f"{package}.{module_info.name}")
        found = [value for value in vars(module).values() if isinstance(value, Agent)]
        if len(found) != 1:
            raise DeclarationError(f"{module.__file__}: expected exactly one Agent, found {len(found)}")
        agents += found
    return agents


def check_domain(domain: Domain) -> None:
    """Validate the whole declaration.

    Raises:
        DeclarationError: with every problem found, each naming the place and the cure.
    """
    problems = [*_names(domain), *_tools(domain), *_languages(domain), *_texts(domain)]
    if problems:
        raise DeclarationError(*problems)


def _names(domain: Domain) -> Iterator[str]:
    seen: dict[str, str] = {}
    for agent in domain.agents:
        for kind, name in [("agent", agent.name), *(("intent", intent.name) for intent in agent.intents)]:
            if name in seen:
                yield f"app/agents: the name {name!r} is used by {seen[name]} and by an {kind} of {agent.name}; rename one"
            seen[name] = f"an {kind} of {agent.name}"
        if not agent.intents:
            yield f"app/agents: {agent.name} has no intent; give it one or delete its file"
        for intent in agent.intents:
            if not (any(intent.actions.values()) or any(intent.phrases.values()) or any(intent.objects.values())):
                yield f"app/agents: {intent.name} has no words; give it actions and objects, or phrases"


def _tools(domain: Domain) -> Iterator[str]:
    served: dict[str, Tool] = {}
    for intent in domain.intents.values():
        tool = intent.tool
        if served.setdefault(tool.name, tool) is not tool:
            yield f"{tool.source}: another tool is called {tool.name!r} too; rename one"
        if isinstance(tool.confirm, NoConfirmation) and not tool.confirm.reason.strip():
            yield f"{tool.source}: {tool.name} runs without confirmation and gives no reason; write NoConfirmation('…')"
        if isinstance(tool.recovery, Queryable) and not callable(tool.recovery.lookup):
            yield f"{tool.source}: {tool.name} is Queryable without a lookup function"


def _languages(domain: Domain) -> Iterator[str]:
    """Words in a language that no text is in would never be read: a typo, as "pt" for "pt-BR"."""
    known = set(domain.texts.languages)
    for agent in domain.agents:
        for intent in agent.intents:
            said = [intent.actions, intent.objects, intent.phrases]
            said += [parameter.words for parameter in intent.tool.parameters.values()]
            for language in sorted({language for words in said for language in words} - known):
                yield f"app/agents: {intent.name} has words in {language!r}; the languages are {', '.join(sorted(known))}"


def _texts(domain: Domain) -> Iterator[str]:
    languages = domain.texts.languages
    for key, used_by in sorted(_keys(domain)):
        missing = [language for language in languages if not domain.texts.has(language, key)]
        for language in missing:
            yield f"app/messages/{language}.yaml: {key!r} is missing (used by {used_by}); add it"
        if not missing and len({frozenset(domain.texts.placeholders(language, key)) for language in languages}) > 1:
            yield f"app/messages: {key!r} has not the same placeholders in {', '.join(languages)}; make them agree"
    for intent in domain.intents.values():
        tool = intent.tool
        if not (tool.transactional and isinstance(tool.confirm, str)):
            continue
        for language in languages:
            if domain.texts.has(language, tool.confirm):
                hidden = set(tool.required) - domain.texts.placeholders(language, tool.confirm)
                if hidden:
                    yield (
                        f"app/messages/{language}.yaml: {tool.confirm!r} does not show {sorted(hidden)}; "
                        f"a confirmation shows every argument of {tool.name}"
                    )


def _keys(domain: Domain) -> set[tuple[str, str]]:
    keys: set[tuple[str, str]] = set()
    for agent in domain.agents:
        keys.add((agent.can, agent.name))
        for intent in agent.intents:
            tool = intent.tool
            texts = [tool.answer, tool.confirm, tool.operation, tool.recall]
            texts += [text for item in tool.parameters.values() for text in (item.ask, item.help)]
            texts += [answer.key for answer in intent.answers]
            keys |= {(text, tool.name) for text in texts if isinstance(text, str)}
    return keys
