"""``python -m teocalli`` is the command line."""

from teocalli.cli import main

main()
