"""The table of what holds which line is made from the tests themselves."""

from pathlib import Path

import pytest

from agent_framework.testing.coverage import UnknownLine, render_coverage, write_coverage

LINES = "Section one:\n  1.1: it greets\n  1.2: it says goodbye\n"
SCENARIO = "name: it greets first\nholds: {}\nturns: [{{user: oi}}]\n"
PYTHON = """
import pytest

@pytest.mark.holds("1.1", "1.2")
@pytest.mark.parametrize("x", [1])
async def test_it_is_polite(x): ...

def test_something_else(): ...
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, content in {
        "tests/spec_lines.yaml": LINES,
        "tests/scenarios/a.yaml": SCENARIO.format("1.1"),
        "libs/agent_framework/tests/test_b.py": PYTHON,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_each_line_names_its_tests(root: Path) -> None:
    table = render_coverage(root)
    assert "| 1.1 | it greets | it greets first (`a.yaml`)<br>it is polite (`test_b.py`) |" in table
    assert "| 1.2 | it says goodbye | it is polite (`test_b.py`) |" in table
    assert "## Section one" in table


def test_a_line_without_a_test_says_so(root: Path) -> None:
    (root / "libs/agent_framework/tests/test_b.py").unlink()
    assert "| 1.2 | it says goodbye | **none** |" in render_coverage(root)


def test_a_line_that_is_unknown_is_refused(root: Path) -> None:
    (root / "tests/scenarios/a.yaml").write_text(SCENARIO.format("[1.1, 9.9]"), encoding="utf-8")
    with pytest.raises(UnknownLine, match=r"a\.yaml, 'it greets first': holds '9\.9'"):
        render_coverage(root)


def test_the_table_is_written_into_the_docs(root: Path) -> None:
    assert write_coverage(root) == root / "docs" / "spec_coverage.md"
