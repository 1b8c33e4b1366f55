"""What effect text asks for and does not exist."""

from __future__ import annotations


class Missing(LookupError):
    """Raised where the engine looks something up for effect text; the machine makes it fault G713."""
