"""`python -m torite` is `torite`, also where no path leads to that."""

from torite_start import main

if __name__ == "__main__":
    main()
