"""docs/spec_coverage.md says which test holds which line of the specification, and tells the truth."""

from agent_framework.testing.coverage import render_coverage
from agent_framework.testing.project_folder import ProjectFolder


def test_the_table_is_up_to_date(folder: ProjectFolder) -> None:
    table = (folder.root / "docs" / "spec_coverage.md").read_text(encoding="utf-8")
    assert table == render_coverage(folder.root), "run: python -m agent_framework.testing.coverage"


def test_every_line_has_a_test(folder: ProjectFolder) -> None:
    assert "**none**" not in render_coverage(folder.root)
