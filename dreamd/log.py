"""Events: one JSON object a line in our own log, names that never change once released.

Logging never stops work: a full disk or a closed pipe drops the line and counts it.
"""

from __future__ import annotations
