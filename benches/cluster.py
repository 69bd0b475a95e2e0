"""What Ray costs beyond the work itself: the same games on the same processors, with threads and with two local nodes.

python benches/cluster.py [--seconds 120] [--processors 4] [--rounds 2]

Needs the package, Ray and nothing else running. The tallies are compared, too.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

# Ray is to listen on loopback alone, and to tell nobody of itself. It reads this when it is imported.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster

import paili
import paili.cluster


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=120, help="how long the work is meant to take")
    parser.add_argument("--processors", type=int, default=os.cpu_count() or 2, help="in all, an even number")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="processors that a block takes")
    asked = parser.parse_args()
    processors = asked.processors

    _, seconds = timed(lambda: paili.simulate(1_000_000, threads=processors))
    games = max(int(1_000_000 / seconds * asked.seconds) // 1_000_000, 1) * 1_000_000
    print(f"{games:,} games, {processors} processors, blocks of {asked.threads}", flush=True)

    node = {"num_cpus": processors // 2, "node_ip_address": "127.0.0.1"}
    cluster = Cluster(initialize_head=True, head_node_args={"include_dashboard": False, **node})
    try:
        # Starting the nodes is not counted.
        cluster.add_node(**node)
        costs = []
        for _ in range(asked.rounds):
            one, alone = timed(lambda: paili.simulate(games, threads=processors))
            said: list[paili.cluster.Progress] = []
            tell = {"address": cluster.address, "threads": asked.threads, "progress": said.append}
            two, together = timed(lambda tell=tell: paili.cluster.simulate(games, **tell))
            assert one.to_bytes() == two.to_bytes(), "the tallies differ"
            costs.append(together / alone - 1)
            first = next(progress.seconds for progress in said if progress.blocks > 0) - said[-1].seconds + together
            blocks = f"({said[-1].total_blocks} blocks, the first after {first:.1f} s)"
            print(f"threads {alone:7.2f} s   two nodes {together:7.2f} s   {costs[-1]:+.1%}   {blocks}", flush=True)
        print(f"Ray costs {statistics.median(costs):+.1%} beyond the work itself")
    finally:
        cluster.shutdown()


def timed(work):  # type: ignore[no-untyped-def]
    """What some work gives, and how long it takes."""
    begun = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begun


if __name__ == "__main__":
    main()
