"""A player that misbehaves, in the way that its first argument names."""

import contextlib
import ctypes
import mmap
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

mode = sys.argv[1]
if mode == "exits":
    sys.exit(3)
if mode == "silent":
    time.sleep(1000)
if mode == "impolite":
    print("HELLO", flush=True)
if mode == "once":
    begun = pathlib.Path(__file__).with_name("begun")
    if begun.exists():
        sys.exit(3)


def kept(length):
    """Filled pieces of memory that exist in files without a name only, and are not mapped."""
    while True:
        file = os.memfd_create(b"\xff")
        os.write(file, bytes(length))
        yield file


def take(where):
    """Takes 120 MB for good, 6 at a time."""
    libc = ctypes.CDLL(None)
    if where == "files":
        # As much as there is room for.
        with contextlib.suppress(OSError), open("/dev/shm/kept", "wb", 0) as file:
            for _ in range(20):
                file.write(bytes(6 << 20))
        return None
    libc.prctl(15, b"\xff")
    if where == "unseen":
        # Nobody may look at what it has open.
        libc.prctl(4, 0)
    if where in ("memfd", "unseen"):
        files = kept(6 << 20)
        return [next(files) for _ in range(20)]
    if where == "forgotten":
        # Touched and let go of: no longer resident, and still there.
        whole = mmap.mmap(-1, 120 << 20)
        for piece in range(0, len(whole), 6 << 20):
            for place in range(piece, piece + (6 << 20), 4096):
                whole[place] = 1
            whole.madvise(mmap.MADV_DONTNEED, piece, 6 << 20)
        return whole
    # Segments of System V, which nobody has attached.
    libc.shmat.restype = ctypes.c_void_p
    for _ in range(20):
        address = libc.shmat(libc.shmget(0, 6 << 20, 0o1600), None, 0)
        ctypes.memset(address, 1, 6 << 20)
        libc.shmdt(ctypes.c_void_p(address))
    return None


def hop():
    """A child that is gone as soon as it has one of its own, for ever."""
    if os.fork() == 0:
        os.setsid()
        os.closerange(0, 3)
        while os.fork() == 0:
            pass
        os._exit(0)


def free_oneself():
    """Dies no more with the guard, which is killed if it can be; children stay behind."""
    ctypes.CDLL(None).prctl(1, 0)
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            os.closerange(0, 3)
            time.sleep(1000)
    os.kill(os.getppid(), signal.SIGKILL)


def tries(what, attempt):
    """Says on standard error what came of an attempt."""
    try:
        print(what, attempt(), file=sys.stderr, flush=True)
    except OSError as error:
        print(what, type(error).__name__, file=sys.stderr, flush=True)


asked = 0
dealt = {}
for line in iter(sys.stdin.readline, ""):
    number, *words = line.split()
    if number == "PAILI":
        print("PAILI 1", "rule" if mode == "called-rule" else "bad", flush=True)
        if mode == "forks":
            # A session of its own, a parent that is gone, and the path of this file for the test to find it by.
            sleep = f"import os, time\nif os.fork() == 0: os.setsid(); time.sleep(1000)  # {__file__}"
            subprocess.run([sys.executable, "-c", sleep], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        if mode == "floods":
            for _ in range(3000):
                print("flood " * 200, file=sys.stderr)
        if mode == "spies":
            tries("processes", lambda: sorted(int(name) for name in os.listdir("/proc") if name.isdigit()))
            tries("shared", lambda: os.listdir("/dev/shm"))
            tries("room", lambda: os.statvfs("/dev/shm").f_blocks * os.statvfs("/dev/shm").f_frsize)
            tries("temporary", lambda: pathlib.Path(os.environ["TMPDIR"], "own").write_text("own"))
            tries("file", lambda: pathlib.Path(__file__).with_name("told").write_text("a wall"))
            tries("network", lambda: socket.create_connection(("127.0.0.1", 9), 1))
            tries("told", lambda: len(pathlib.Path(sys.argv[2]).read_bytes()))
            tries("seed", lambda: pathlib.Path(sys.argv[3]).read_text())
            tries("variable", lambda: os.environ.get("PAILI_SEED"))
            tries("unmounted", lambda: ctypes.CDLL(None).umount2(os.fsencode(sys.argv[3]), 2))
            tries("again", lambda: pathlib.Path(sys.argv[3]).read_text())
        if mode == "hops":
            hop()
        if mode == "frees-itself":
            free_oneself()
        if mode == "mute":
            os.close(1)
            time.sleep(1000)
        if mode == "deaf":
            os.close(0)
            time.sleep(1000)
        continue
    if number == "END":
        if mode == "stays":
            time.sleep(1000)
        break
    if mode == "remembers":
        # Whoever is dealt the same in the same seat plays the same wall.
        hand = dealt.setdefault(number, [])
        if words[0] == "GAME" or (words[1:2] == ["IN"] and len(words) > 2 and len(hand) < 14):
            hand.append(words[1] if words[0] == "GAME" else words[2])
            if len(hand) == 14:
                print("dealt", os.environ.setdefault("TOKEN", str(time.time_ns())), *hand, file=sys.stderr, flush=True)
    if not words[0].endswith("?"):
        continue
    asked += 1
    answer = f"{number} OUT {words[-1]}" if words[0] == "OUT?" else f"{number} PASS"
    match mode:
        case "dies" if asked % 40 == 0:
            os._exit(7)
        case "killed" if asked % 40 == 0:
            os.kill(os.getpid(), 9)
        case "hangs" if asked % 100 == 0:
            time.sleep(1000)
        case "late" if asked % 100 == 0:
            time.sleep(3)
        case "rubbish" if asked % 40 == 0:
            answer = "what was the question?"
        case "stranger" if asked % 40 == 0:
            answer = f"{int(number) + 1000000} PASS"
        case "twice" if asked % 40 == 0:
            answer = answer + "\n" + answer
        case "endless" if asked % 40 == 0:
            answer = "x" * 1_000_000
        case "bytes" if asked % 40 == 0:
            os.write(1, b"\xff\x00\xfe\n")
        case "illegal":
            answer = f"{number} OUT PASS"
        case "greedy" if words[0] != "OUT?":
            answer = f"{number} CHOW 1M 2M 3M" if words[0] == "PONG?" else f"{number} CHOW 1M 2M 4M"
        case "hungry":
            kept = bytearray(1 << 28)
        case "shares":
            kept = mmap.mmap(-1, 1 << 30)
            for place in range(0, len(kept), 4096):
                kept[place] = 1
        case "takes":
            taken = take(sys.argv[2])
            time.sleep(0.5)
        case "babbles" if asked % 40 == 0:
            while True:
                os.write(1, b"so it goes\n" * 4096)
        case "blank" if asked % 40 == 0:
            while True:
                os.write(1, b"\n" * (1 << 16))
        case "stops" if asked % 40 == 0:
            os.kill(os.getppid(), signal.SIGSTOP)
            time.sleep(1000)
        case "slow":
            time.sleep(0.5)
        case "once" if asked == 40:
            begun.touch()
            os._exit(7)
    # Once, so that an answer's lines arrive together, whether Python buffers or not.
    os.write(1, f"{answer}\n".encode())
