"""What programs that play are started by; there is nothing here for people."""

import sys

from paili import _native

__all__ = ["COMMAND"]

#: The command that comes here.
COMMAND = (sys.executable, "-m", "paili.games.attendant")

if __name__ == "__main__":
    sys.exit(_native.attend(COMMAND, sys.argv[1:]))
