"""What makes an agent load the resident layer at its start: a hook in its settings, or a block in its instructions.

Nothing of others in these files changes by a byte, and no key is ever written into them.
"""
