"""Whether ``fullgraph check`` can be broken: real files, as they are and damaged, held against what it promises.

``python -m benchmarks.robustness`` takes files of installed packages, damages most of them by chance, checks and fixes
each in a process of its own and says which promise did not hold.
"""
