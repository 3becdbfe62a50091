"""The laboratory's short version; `make crash-lab` is the long one."""

import random

import pytest

from tests.crash_lab.laboratory import HANDFUL, Laboratory
from tests.crash_lab.load import Load


@pytest.mark.holds("I2", "I3", "I7")
def test_killed_at_every_point_and_continued(lab_database: str) -> None:
    laboratory = Laboratory(lab_database)
    laboratory.run(HANDFUL)
    assert laboratory.report.wrong == []
    assert laboratory.report.kills == len(HANDFUL)


@pytest.mark.holds("I2", "I3", "I7")
def test_killed_at_a_random_moment_under_load(lab_database: str) -> None:
    load = Load(lab_database)
    load.run(kills=2, conversations=6, chance=random.Random())
    assert load.report.wrong == []
