"""What the sources do alike: walk directories, follow a growing file, decode rows, make turns."""
