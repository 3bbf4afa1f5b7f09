"""Signs that a line of a memory is a machine's, or somebody's who wants agents to do what no person asked for."""
