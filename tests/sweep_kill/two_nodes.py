"""A Ray cluster of two nodes on this machine, each of which can be killed and started again.

    python two_nodes.py WORKERS

prints the address; a line ``kill`` on standard input kills the second node and starts another one, and answers
``done``. It ends with its input.
"""

from __future__ import annotations

import sys

import ray.cluster_utils


def main() -> None:
    workers = int(sys.argv[1])
    cluster = ray.cluster_utils.Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": workers, "include_dashboard": False},
    )
    second = cluster.add_node(num_cpus=workers)
    print(cluster.address, flush=True)
    try:
        for line in sys.stdin:
            if line.strip() == "kill":
                cluster.remove_node(second, allow_graceful=False)
                second = cluster.add_node(num_cpus=workers)
                print("done", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
