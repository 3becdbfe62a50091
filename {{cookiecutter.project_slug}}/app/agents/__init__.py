"""One module per agent; each defines exactly one `Agent`. A new module is found by itself."""
