"""Refuse answers that would make a broken project, and say what to type instead."""

import json
import re
import sys

# The template language ends here: tojson escapes quotes, so any answer is a valid literal.
ANSWERS = json.loads(r"""{{ cookiecutter | tojson }}""")

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_SLUG = 40
TAKEN = {"app", "agent-framework-oci"}


def suggestion(slug: str) -> str:
    """The nearest slug that is accepted."""
    words = "-".join(re.findall(r"[a-z0-9]+", slug.lower()))[:LONGEST_SLUG].strip("-")
    fits = SLUG.fullmatch(words) and words not in TAKEN
    return words if fits else f"agent-{words}"[:LONGEST_SLUG].strip("-")


def problems(answers: dict[str, str]) -> list[str]:
    """One sentence for each answer that cannot be used."""
    found = []
    slug = answers["project_slug"]
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        found.append(
            f"project_slug {slug!r}: use at most {LONGEST_SLUG} lower-case letters, digits and single hyphens, "
            f"starting with a letter. Type for example: {suggestion(slug)}"
        )
    elif slug in TAKEN:
        found.append(f"project_slug {slug!r} is taken by a part of every project. Type for example: {suggestion(slug)}")
    for name in ("project_name", "description", "author"):
        text = answers[name]
        if not text.strip() or not text.isprintable() or set(text) & set('"\\'):
            found.append(f'{name} {text!r}: type one line of text without " and \\.')
    return found


if __name__ == "__main__":
    found = problems(ANSWERS)
    for problem in found:
        print(f"Refused: {problem}", file=sys.stderr)
    sys.exit(1 if found else 0)
