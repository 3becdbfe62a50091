"""What every transactional tool of this project must do; `make new-tool` adds a sample for each new one."""

from agent_framework.testing.conformance import Sample, ToolConformance

SAMPLES: dict[str, Sample] = {}


class TestTools(ToolConformance):
    samples = SAMPLES
