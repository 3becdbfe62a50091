"""One module per domain: its parameters, validation and execution."""
