"""A player that misbehaves, in the way that its first argument names."""

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
if mode in ("once", "sulks"):
    begun = pathlib.Path(__file__).with_name("begun")
    if begun.exists():
        sys.exit(3) if mode == "once" else time.sleep(1000)


def hop():
    """A child that is gone as soon as it has one of its own, for ever."""
    if os.fork() == 0:
        os.setsid()
        os.closerange(0, 3)
        while os.fork() == 0:
            pass
        os._exit(0)


def free_oneself():
    """Dies no more with the parent, which is killed if it can be; children stay behind."""
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
        greeting = f"PAILI 1 {'rule' if mode == 'called-rule' else 'bad'}\n"
        os.write(1, (greeting + ("ready\n" if mode == "chats" else "")).encode())
        if mode == "notes":
            pathlib.Path(__file__).with_name(f"begun-{os.getpid()}").touch()
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
            tries("mode", lambda: os.chmod(__file__, 0))
            tries("attribute", lambda: os.setxattr(__file__, "user.told", b"a wall"))
            tries("root", lambda: pathlib.Path("/told").write_text("a wall"))
            tries("home", lambda: os.listdir(sys.argv[4]))
            tries("socket", lambda: socket.socket(socket.AF_UNIX).connect(sys.argv[5]))
            # Request a key that the run has, which is in the keyring of its session.
            tries("key", lambda: ctypes.CDLL(None).syscall(249, b"user", b"paili-test", None, -3))
            tries("keys", lambda: pathlib.Path("/proc/keys").read_text())
            tries("setting", lambda: os.close(os.open("/proc/sys/vm/swappiness", os.O_WRONLY)))
            tries("open", lambda: [file for file in range(100) if os.path.exists(f"/proc/self/fd/{file}")])
            tries("network", lambda: socket.create_connection(("127.0.0.1", int(sys.argv[6])), 1))
            tries("told", lambda: len(pathlib.Path(sys.argv[2]).read_bytes()))
            tries("seed", lambda: pathlib.Path(sys.argv[3]).read_text())
            tries("variable", lambda: os.environ.get("PAILI_SEED"))
            tries("unmounted", lambda: ctypes.CDLL(None).umount2(os.fsencode(sys.argv[3]), 2))
            tries("again", lambda: pathlib.Path(sys.argv[3]).read_text())
        if mode == "reads":
            tries("read", lambda: pathlib.Path(sys.argv[2], "weights").read_text())
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
        if mode == "notes":
            pathlib.Path(__file__).with_name(f"ended-{os.getpid()}").touch()
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
        case "leaves":
            os.setsid()
            time.sleep(1000)
        case "late" if asked % 100 == 0:
            time.sleep(3)
        case "quits" if asked % 10 == 0:
            os.write(1, answer.encode())
            os._exit(0)
        case "rubbish" if asked % 40 == 0:
            answer = "what was the question?"
        case "stranger" if asked % 40 == 0:
            answer = f"{int(number) + 1000000} PASS"
        case "twice" if asked % 10 == 0:
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
        case "babbles" if asked % 40 == 0:
            while True:
                os.write(1, b"so it goes\n" * 4096)
        case "blank" if asked % 40 == 0:
            while True:
                os.write(1, b"\n" * (1 << 16))
        case "stops" if asked % 40 == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
        case "slow":
            time.sleep(0.5)
        case "once" | "sulks" if asked == 40:
            begun.touch()
            os._exit(7)
    # Once, so that an answer's lines arrive together, whether Python buffers or not.
    os.write(1, f"{answer}\n".encode())
