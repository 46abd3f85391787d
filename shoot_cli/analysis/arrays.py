"""numpy, opened for work in one thread: the modules of this folder have it from here, and nobody else has it.

What is multiplied here are many small arrays. The threads of one product would mostly wait for each other, and take the
processors from other processes that work at the same batch. How many there may be is read when numpy is opened.
"""

from __future__ import annotations

import os
import sys

THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
said = {name: "1" for name in THREADS if name not in os.environ and "numpy" not in sys.modules}
os.environ.update(said)

import numpy as np  # noqa: E402
import numpy.typing as npt  # noqa: E402

for name in said:
    del os.environ[name]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Places = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]

__all__ = ["Bools", "Floats", "Ints", "Places", "np"]
