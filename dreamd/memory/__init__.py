"""The Markdown store: entries, topics, index, layouts, staged edits, publishing, history, undo.

This is the room's door; it knows nothing of transcripts.
"""
