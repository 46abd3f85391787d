"""How many tokens get through, of all that a group fires: powers of the law of one, as arrays of chances."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from shoot_cli.attacks.batched.laws import Poly

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]
NOTHING = 1e-18  # chances that sum up to less than this at the far end are left out
AT_ONCE = 1 << 21  # numbers in one array of a transform


class Numbers:
    """Chances of 0, 1, 2 ... tokens, of many groups: short ones and long ones in arrays of their own.

    :ivar rows: by length, arrays ``[group, tokens]``, padded with 0
    :ivar rank: of each group the place of its array, by length; ``place``: its place there
    """

    def __init__(self, polys: Sequence[Poly], of: Ints, n: Ints) -> None:
        """``of``: for each group its poly; ``n``: of how many tokens."""
        degrees = np.array([len(ways) - 1 for ways, _ in polys], np.int64)
        size = max(map(len, (ways for ways, _ in polys)), default=1)
        one = np.zeros((len(polys), size))
        for place, (ways, whole) in enumerate(polys):
            one[place, : len(ways)] = [x / whole for x in ways]
        self.rank, self.place = np.zeros(len(of), np.int32), np.zeros(len(of), np.int32)
        self.rows: list[Floats] = []
        found: dict[int, list[tuple[npt.NDArray[np.intp], Floats]]] = {}
        longest = np.maximum(degrees[of] * n, 1)
        bits = np.ceil(np.log2(longest + 1)).astype(np.int64)
        for bit in np.unique(bits):
            length = 1 << int(bit)
            every = np.flatnonzero(bits == bit)
            for at in range(0, len(every), max(1, AT_ONCE // length)):
                which = every[at : at + max(1, AT_ONCE // length)]
                rows = powers(one, of[which], n[which], length)
                far = np.cumsum(rows[:, ::-1], 1)[:, ::-1]  # what is there from each place on
                ends = np.maximum(1, (far > NOTHING).sum(1))
                short = np.ceil(np.log2(ends)).astype(np.int64)
                for one_bit in np.unique(short):
                    mine = short == one_bit
                    found.setdefault(int(one_bit), []).append((which[mine], rows[mine, : 1 << int(one_bit)]))
        for one_bit in sorted(found):
            parts = found[one_bit]
            which = np.concatenate([part for part, _ in parts])
            self.rank[which], self.place[which] = len(self.rows), np.arange(len(which))
            self.rows.append(np.concatenate([rows for _, rows in parts]))


def powers(one: Floats, of: Ints, n: Ints, length: int) -> Floats:
    """Polynomials to the n-th by their values at the roots of unity; ``length``: more than their degrees then."""
    width = min(one.shape[1], length)
    which, back = np.unique(of, return_inverse=True)
    values = np.fft.rfft(one[which, :width], length)[back]
    return np.maximum(np.fft.irfft(values ** n[:, None], length), 0.0)
