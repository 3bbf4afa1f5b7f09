"""Memory and skills as tools, for agents that speak the Model Context Protocol.

The gates, budgets and redaction are those of the commands. The package ``mcp`` is met in ``server`` alone.
"""
