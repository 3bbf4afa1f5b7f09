"""The room of the page: a memory as a person looks at it, on loopback or in one file."""
