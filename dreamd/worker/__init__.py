"""The restricted process: it alone parses what strangers wrote, and it can only report and propose.

It writes no file and holds no key. Its one descriptor is a socket to the run, over which frames of ``protocol`` go.
"""
