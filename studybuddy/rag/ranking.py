"""BM25 over terms. The one module that knows bm25s: another ranking with the same methods
(build, size, best, save, load) can stand in its place where it cannot be installed.

BM25 as Lucene counts it, k1 = 1.5 and b = 0.75: the more often a term of the query stands in a
passage, the rarer it is in all of them, and the shorter the passage, the higher the score. It is
never below 0, and 0 exactly where no term is shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from studybuddy.rag.pdf import NotesError

K1, B = 1.5, 0.75


class Bm25:
    """A ranking of texts that never changes; build a new one when the texts change."""

    def __init__(self, index):
        self._index = index

    @classmethod
    def build(cls, texts: Sequence[list[str]]) -> Bm25:
        """Rank these texts, each a list of terms; there may be none."""
        bm25s = _library()
        if not any(texts):
            return cls(None)  # the library raises for a corpus without words
        index = bm25s.BM25(k1=K1, b=B)
        index.index(texts, show_progress=False)
        return cls(index)

    @property
    def size(self) -> int:
        """How many texts are ranked; 0 where none of them has a term."""
        return 0 if self._index is None else int(self._index.scores["num_docs"])

    def best(self, terms: list[str], k: int) -> list[tuple[int, float]]:
        """At most k (number of the text, score above 0), best first; equals in their order."""
        if self._index is None:
            return []
        known = [term for term in terms if term in self._index.vocab_dict]
        if not known:
            return []
        import numpy as np

        scores = self._index.get_scores(known)
        least = 0.0
        if k < len(scores):
            least = np.partition(scores, len(scores) - k)[len(scores) - k]
        numbers = np.flatnonzero((scores >= least) & (scores > 0))
        # Stable: where scores are equal the earlier text comes first, on every machine.
        order = numbers[np.argsort(-scores[numbers], kind="stable")][:k]
        return [(int(number), float(scores[number])) for number in order]

    def save(self, folder: Path) -> None:
        """Write it as a few files into a folder; nothing for an empty one."""
        if self._index is not None:
            self._index.save(folder, show_progress=False)

    @classmethod
    def load(cls, folder: Path) -> Bm25:
        """What `save` wrote. Arrays and JSON only: a file that was tampered with runs no code."""
        if not (folder / "params.index.json").exists():
            return cls(None)
        return cls(_library().BM25.load(folder, show_progress=False, allow_pickle=False))


def _library():
    try:
        import bm25s
    except ImportError:
        raise NotesError('Searching notes needs packages more: pip install "studybuddy[notes]"'
                         ) from None
    return bm25s
