"""`python -m torite.cli` is `torite`."""

from torite.cli import main

if __name__ == "__main__":
    main()
