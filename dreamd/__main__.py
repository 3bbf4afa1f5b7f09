"""``python -m dreamd``: the command line, without the script that an installation makes."""

from dreamd.cli import main

if __name__ == "__main__":
    main()
