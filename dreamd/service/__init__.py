"""dreamd as a service of the system's own supervisor: what is installed, how it is installed, what became of it.

``wanted`` says what a service needs, ``units`` (systemd) and ``agent`` (launchd) render it, ``placing`` puts files in
their place, ``systemd`` and ``launchd`` talk to the supervisors, ``trial`` finds out what this system can hold, and
``crashes`` counts starts where launchd does not.
"""
