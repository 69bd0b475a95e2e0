"""The package https://pypi.org/project/mahjax: all hands at once, as it is meant to be asked."""

import sys

import jax
import numpy as np
from mahjax.no_red_mahjong.shanten import Shanten

hands = np.array([line.split() for line in sys.stdin], dtype=np.int8).reshape(-1, 34)
# Of few sizes of arrays, since each is compiled.
rows = 1 << max(len(hands) - 1, 0).bit_length()
padded = np.zeros((rows, 34), dtype=np.int8)
padded[: len(hands)] = hands
answers = np.asarray(jax.jit(jax.vmap(Shanten.number))(padded))[: len(hands)]
print("\n".join(map(str, answers.tolist())))
