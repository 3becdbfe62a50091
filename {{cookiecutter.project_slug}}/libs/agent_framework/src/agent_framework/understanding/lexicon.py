"""The words of a language, by what they do in a message: data that a linguist maintains and a team extends."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Self

import yaml

from agent_framework.exceptions import DeclarationError
from agent_framework.understanding.morphology import inflect
from agent_framework.understanding.phrases import PhraseTable, words_of
from agent_framework.understanding.spelling import Spelling
from agent_framework.understanding.verb_orders import ORDERED, order_forms

__all__ = ["GROUPS", "Lexicon", "add_words_from", "built_in_languages", "default_lexicon"]

_FOLDER: Final = Path(__file__).parent / "lexicons"
_EVERY_LANGUAGE: Final = "common"

REPLY_GROUPS: Final = (
    "yes", "opening_yes", "acknowledgement", "approval", "praise", "performative", "go", "permit", "want",
    "no", "negator", "anymore", "without", "objection", "no_objection", "stop_verbs", "keep_verbs", "grounds", "regret",
    "doubt", "delay", "irony", "laughter", "emphatic",
    "wrong", "change", "reconsider", "change_verbs", "limit", "exception", "everything", "contrast", "condition",
    "when", "reason", "addition", "report", "instruct", "courtesy", "filler", "indefinite",
    "sequence", "question_words", "question_openers", "modal_requests", "proposals", "topics",
    "inform", "inform_verbs", "obtain", "number_words", "date_words", "unable", "mild", "compounds", "same",
)  # fmt: skip
"""What the words of a reply do; the files say what belongs to each."""

PATTERN_GROUPS: Final = (
    "hold", "later", "skip", "help", "where", "why", "repeat", "what", "person", "resume", "greeting", "thanks", "chitchat",
)  # fmt: skip

REMARK_GROUPS: Final = (
    "complaint", "excuse", "insisting", "awaiting", "sequel", "closing", "ignorance", "nobody", "naming_verbs",
    "settled_verbs", "terms_verbs", "omitting_verbs", "comparing", "unfulfilled", "unwanted", "sequel_verbs",
    "waiting_verbs", "planning_verbs", "impersonal_verbs", "life_verbs", "knowing_verbs",
)  # fmt: skip
"""What is said beside a yes."""

OPEN_END_GROUPS: Final = ("retraction", "perceiving", "needing", "earlier")
"""What leaves a yes open."""

_WORD_GROUPS: Final = (
    "company", "depth", "terms", "matters", "quitting",
    "abandon", "abandon_continues", "this_business", "pointer", "demonstrative", "object_pronoun",
    "subjects", "copulas", "prepositions", "appointing", "determiners", "sentence_openers",
    "future_subjunctive", "future_endings", "past_endings", "finite_verbs", "story_subjects", "explaining",
    "please", "auxiliaries", "ownership", "vague", "becoming", "at_hand", "naming_prepositions", "past_words", "another",
    "being", "planning", "before_verbs", "addressed_subjects", "possessives", "also", "go_verbs",
    "hypothetical", "promising", "reflexive", "of", "first_persons", "modals", "participle_endings", "which",
    "third_persons", "lasting", "of_oneself", "places", "units", "since", "times", "first_person_endings",
    "adjective_endings", "gerund_endings", "infinitive_endings", "hypothetical_endings", "interrogatives",
    "bare_yes", "pointing_yes", "linking_is", "confusable", "typical",
)  # fmt: skip

GROUPS: Final = frozenset({*REPLY_GROUPS, *PATTERN_GROUPS, *REMARK_GROUPS, *OPEN_END_GROUPS, *_WORD_GROUPS})
"""Every group a lexicon file may have."""


@dataclass(frozen=True)
class Lexicon:
    """One language's phrases by group. Built once; its tables are made when first used.

    Args:
        language: "pt-BR", "en", ...
        groups: group to phrases, as they stand in the files.
    """

    language: str
    groups: Mapping[str, tuple[str, ...]]

    @classmethod
    def load(cls, language: str, *extra_folders: str | Path) -> Self:
        """The built-in lexicon, with `<folder>/<language>.yaml` of each extra folder merged into it group by group.

        Raises:
            DeclarationError: for a language without a built-in lexicon, a file that is no mapping of groups to lists of
                phrases, or an unknown group; names the file and the group.
        """
        if language not in built_in_languages():
            raise DeclarationError(f"No lexicon for {language!r}; there are: {', '.join(built_in_languages())}")
        files = [_FOLDER / f"{name}.yaml" for name in (_EVERY_LANGUAGE, language)]
        files += [file for folder in extra_folders if (file := Path(folder) / f"{language}.yaml").is_file()]
        merged: dict[str, list[str]] = {group: [] for group in GROUPS}
        for file in files:
            for group, phrases in _read(file).items():
                merged[group] += phrases
        return cls(language, {group: tuple(dict.fromkeys(phrases)) for group, phrases in merged.items()})

    @cached_property
    def reply(self) -> PhraseTable:
        """Finds what the words of a reply do, labelled by group."""
        return self.table(*REPLY_GROUPS)

    @cached_property
    def patterns(self) -> PhraseTable:
        """Finds the moves in a conversation, labelled by group."""
        return self.table(*PATTERN_GROUPS)

    @cached_property
    def ownership(self) -> PhraseTable:
        """Finds what owns up to a thing."""
        return self.table("ownership")

    @cached_property
    def abandonment(self) -> PhraseTable:
        """Finds explicit abandonment: set phrases, and the forms of the verbs of stopping that ask for it."""
        phrases = {group: self.groups[group] for group in ("abandon", "grounds", "regret", "this_business", "delay")}
        return PhraseTable({**phrases, "stop_verbs": self._forms("stop_verbs")})

    @cached_property
    def remarks(self) -> PhraseTable:
        """Finds what people say beside a yes, labelled by group."""
        groups = [group for group in REMARK_GROUPS if not group.endswith("_verbs")]
        forms = {group: self._inflected(group) for group in REMARK_GROUPS if group not in groups}
        return PhraseTable({**{group: self.groups[group] for group in groups}, **forms})

    @cached_property
    def open_ends(self) -> PhraseTable:
        """Finds what leaves a yes open, labelled by group."""
        return self.table(*OPEN_END_GROUPS)

    @cached_property
    def quitting(self) -> frozenset[str]:
        """Every form of the verbs that give something up."""
        return frozenset(self._inflected("quitting"))

    @cached_property
    def pointers(self) -> PhraseTable:
        """Finds expressions that point back and are complete in themselves."""
        return self.table("pointer")

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word of this lexicon, verbs in all their forms: none of them is a typing error."""
        verbs = [verb for group in self.groups if group.endswith("_verbs") for verb in self.groups[group]]
        forms = {word for verb in verbs for form in inflect(verb, self.language) for word in form}
        whole = [group for group in self.groups if not group.endswith("_endings")]
        return frozenset(forms.union(*(self.words(group) for group in whole)))

    @cached_property
    def spelling(self) -> Spelling:
        """Reads lengthened and mistyped words as words of this lexicon."""
        # Verbs of stories are many: words are right as their forms, and never repaired towards them.
        told = self.verbs_of_stories - frozenset().union(*(self.words(group) for group in REPLY_GROUPS))
        return Spelling(self.known - told, self.words("confusable") | told)

    @cached_property
    def verbs_of_stories(self) -> frozenset[str]:
        """Every form of the verbs that people tell something with."""
        verbs = [group for group in REMARK_GROUPS if group.endswith("_verbs")]
        return frozenset(word for group in verbs for form in self._inflected(group) for word in form.split())

    def table(self, *groups: str) -> PhraseTable:
        """A table of these groups, verbs in all their forms."""
        return PhraseTable({group: self._forms(group) for group in groups})

    @cache  # noqa: B019 - a lexicon lives as long as the process
    def words(self, group: str) -> frozenset[str]:
        """The single folded words of a group's phrases."""
        return frozenset(word for phrase in self.groups[group] for word in words_of(phrase))

    @cache  # noqa: B019 - a lexicon lives as long as the process
    def entries(self, group: str) -> frozenset[str]:
        """The folded phrases of a group."""
        return frozenset(" ".join(words_of(phrase)) for phrase in self.groups[group])

    def __hash__(self) -> int:
        return id(self)

    def _forms(self, group: str) -> list[str]:
        if group == "go":
            return [*self.groups[group], *self._orders("go_verbs")]
        if not group.endswith("_verbs"):
            return list(self.groups[group])
        if group in ("stop_verbs", "keep_verbs"):
            return self._content(self._orders(group))
        forms = self._inflected(group)
        return forms if group == "inform_verbs" else self._content(forms)

    def _inflected(self, group: str) -> list[str]:
        return [" ".join(form) for verb in self.groups[group] for form in inflect(verb, self.language)]

    def _orders(self, group: str) -> list[str]:
        return [form for verb in self.groups[group] for form in order_forms(verb, self.language, ORDERED)]

    def _content(self, forms: Iterable[str]) -> list[str]:
        """Without forms that look like a function word ("para", of "parar")."""
        return [form for form in forms if form not in self.words("filler")]


@cache
def built_in_languages() -> tuple[str, ...]:
    """The languages that come with the framework."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.yaml") if file.stem != _EVERY_LANGUAGE))


_own_words: Final[list[Path]] = []


def add_words_from(*folders: Path) -> None:
    """Make the words of these folders part of the lexicon of their languages, in this process: a project has one set of words.

    Called while a project is declared, before its first message is read. No folder: the built-in words alone.

    Raises:
        DeclarationError: for a file that is no lexicon, or one of a language that has none.
    """
    if list(folders) == _own_words:
        return
    _own_words[:] = folders
    default_lexicon.cache_clear()
    for language in {file.stem for folder in folders for file in folder.glob("*.yaml")}:
        default_lexicon(language)


@cache
def default_lexicon(language: str) -> Lexicon:
    """The lexicon of a language with the project's own words, loaded once."""
    return Lexicon.load(language, *_own_words)


def _read(file: Path) -> dict[str, list[str]]:
    try:
        # Every scalar is a string here: YAML would otherwise read the words "yes" and "no" as booleans.
        content: Any = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        raise DeclarationError(f"{file}: not valid YAML: {error}") from error
    if not content:
        return {}
    if not isinstance(content, dict):
        raise DeclarationError(f"{file}: must map groups to lists of phrases")
    problems = [problem for group, phrases in content.items() if (problem := _problem(file, group, phrases))]
    if problems:
        raise DeclarationError(*problems)
    return content


def _problem(file: Path, group: str, phrases: Any) -> str | None:
    if group not in GROUPS:
        return f"{file}: unknown group {group!r}; the groups are: {', '.join(sorted(GROUPS))}"
    if not isinstance(phrases, list) or not all(isinstance(phrase, str) and phrase for phrase in phrases):
        return f"{file}: group {group!r} must be a list of phrases"
    return None
