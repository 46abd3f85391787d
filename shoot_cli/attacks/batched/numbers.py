"""How many tokens get through, of all that a group fires: powers of the law of one, as arrays of chances.

Powers are products of squares, each summed up place by place: nothing is taken off anywhere, so that rounding does not
grow with the number of tokens, as it does in a Fourier transform.
"""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.attacks.batched.arrays import Floats, Places, np
from shoot_cli.attacks.batched.laws import Poly

NOTHING = 1e-18  # chances that sum up to less than this at the far end are left out


class TokenChances:
    """Chances of 0, 1, 2 ... tokens, of many groups: those of like length in one array.

    :ivar rows: arrays ``[group, tokens]``, padded with 0, the shortest first
    :ivar rank: of each group the place of its array; ``place``: its own in it
    :ivar longest: the length of the last array
    """

    def __init__(self, polys: Sequence[Poly], of: Places, n: Places) -> None:
        """``of``: for each group its poly; ``n``: of how many tokens."""
        found: dict[int, list[tuple[int, Floats]]] = {}
        powers: dict[int, Powers] = {}
        for group, (poly, tokens) in enumerate(zip(of.tolist(), n.tolist(), strict=True)):
            if poly not in powers:
                powers[poly] = Powers(*polys[poly])
            chances = powers[poly].of(tokens)
            found.setdefault((len(chances) - 1).bit_length(), []).append((group, chances))
        self.rows: list[Floats] = []
        self.rank, self.place = np.zeros(len(of), np.int32), np.zeros(len(of), np.int32)
        for rank, bits in enumerate(sorted(found)):
            rows = np.zeros((len(found[bits]), 1 << bits))
            for place, (group, chances) in enumerate(found[bits]):
                rows[place, : len(chances)] = chances
                self.rank[group], self.place[group] = rank, place
            self.rows.append(rows)
        self.longest = self.rows[-1].shape[1] if self.rows else 1


class Powers:
    """Those of one poly."""

    def __init__(self, ways: tuple[int, ...], whole: int) -> None:
        self.squares = [np.array([x / whole for x in ways])]

    def of(self, n: int) -> Floats:
        found = None
        for bit in range(n.bit_length()):
            if len(self.squares) == bit:
                self.squares.append(cut(np.convolve(self.squares[-1], self.squares[-1])))
            if n >> bit & 1:
                square = self.squares[bit]
                found = square if found is None else cut(np.convolve(found, square))
        return np.ones(1) if found is None else found


def cut(chances: Floats) -> Floats:
    """Without what is next to impossible at the far end."""
    if chances[-1] > NOTHING:
        return chances
    return chances[: max(1, int(np.count_nonzero(np.cumsum(chances[::-1]) > NOTHING)))]
