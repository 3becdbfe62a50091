"""`python -m agent_framework.cli`, for where the console script is not on the path."""

from agent_framework.cli import main

main()
