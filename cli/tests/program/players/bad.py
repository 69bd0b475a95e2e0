"""A player that misbehaves, in the way that its first argument names."""

import os
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
asked = 0
for line in iter(sys.stdin.readline, ""):
    number, *words = line.split()
    if number == "PAILI":
        print("PAILI 1 bad", flush=True)
        if mode == "forks":
            # A session of its own, a parent that is gone, and the path of this file for the test to find it by.
            sleep = f"import os, time\nif os.fork() == 0: os.setsid(); time.sleep(1000)  # {__file__}"
            subprocess.run([sys.executable, "-c", sleep], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        if mode == "floods":
            for _ in range(3000):
                print("flood " * 200, file=sys.stderr)
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
            time.sleep(1)
        case "rubbish" if asked % 40 == 0:
            answer = "what was the question?"
        case "stranger" if asked % 40 == 0:
            answer = f"{int(number) + 1000000} PASS"
        case "twice" if asked % 40 == 0:
            answer = answer + "\n" + answer
        case "endless" if asked % 40 == 0:
            answer = "x" * 1_000_000
        case "bytes" if asked % 40 == 0:
            sys.stdout.buffer.write(b"\xff\x00\xfe\n")
        case "illegal":
            answer = f"{number} OUT PASS"
        case "greedy" if words[0] != "OUT?":
            answer = f"{number} CHOW 1M 2M 3M" if words[0] == "PONG?" else f"{number} CHOW 1M 2M 4M"
        case "hungry":
            kept = bytearray(1 << 28)
    print(answer, flush=True)
