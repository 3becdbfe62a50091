"""A laboratory that kills a real server at every point of a turn, and counts what was done outside its database."""
