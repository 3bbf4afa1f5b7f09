"""The daemon: one small process that watches, asks the gates, and starts a fresh process for each dream.

It only stats: no transcript is parsed here, no model is asked, no memory is written. Everything that happens (a tick,
a change of a file, the end of a dream, a signal) is a function in one queue, and one thread calls them in turn.
"""
