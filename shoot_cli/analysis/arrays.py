"""numpy, limited to one thread; all modules of this folder import it from here.

The arrays are many and small. Several threads would wait for each other, and block the other processes of a batch.
numpy reads the number of threads when it is imported. Short: it must run before numpy is imported.
"""

from __future__ import annotations

import os
import sys

THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")
said = {name: "1" for name in THREADS if name not in os.environ and "numpy" not in sys.modules}
os.environ.update(said)

try:
    import numpy as np
    import numpy.typing as npt
finally:  # it may not be installed: nothing else needs it
    for name in said:
        del os.environ[name]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
Places = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]

__all__ = ["Bools", "Floats", "Ints", "Places", "np"]
