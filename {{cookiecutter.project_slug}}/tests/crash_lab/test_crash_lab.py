"""The laboratory's short version; `make crash-lab KILLS=2000` is the long one."""

import random

import pytest

from tests.crash_lab.laboratory import PLANS, Laboratory
from tests.crash_lab.load import Load


@pytest.mark.holds("I2", "I3", "I7")
def test_killed_at_every_point_with_every_tool_and_continued(lab_database: str) -> None:
    """On SQLite with both ways to go on; on PostgreSQL, where a start takes longer, with one of them each."""
    plans = PLANS if lab_database.startswith("sqlite") else [*PLANS[0::4], *PLANS[3::4]]
    laboratory = Laboratory(lab_database)
    laboratory.run(plans)
    assert laboratory.report.kills == len(plans)
    assert laboratory.report.wrong == []


@pytest.mark.holds("I2", "I3", "I7")
def test_killed_at_a_random_moment_under_load(lab_database: str) -> None:
    load = Load(lab_database)
    load.run(kills=3, conversations=9, chance=random.Random())
    assert load.report.wrong == []
