"""Dense vectors through an OpenAI-compatible `/v1/embeddings`: an extra beside BM25.

    store = VectorStore(embeddings=Embeddings("text-embedding-3-small"))

A weak model makes results worse, not better, so this is off unless it is asked for. The two
rankings are joined by reciprocal rank (Cormack, Clarke and Buettcher 2009, k = 60), which needs no
common scale of scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from studybuddy.rag.files import progress

RRF_K = 60
BATCH = 64
"""Texts of one request."""
TIMEOUT = 30.0
"""Seconds of one request."""


class EmbeddingsError(Exception):
    """The service gave no vectors; the text says why, without a key."""


class Embeddings:
    """Asks a service for vectors, in batches, and each text only once.

    Args:
        model: The name of an embedding model of the service.
        base_url: The address, such as "http://localhost:11434/v1"; LLM_BASE_URL when left out.
        api_key: The key; LLM_API_KEY when left out. A server of your own may need none.
        client: An `openai.OpenAI` to use instead.
        least: The cosine similarity, -1 to 1, below which a passage is no hit. What fits depends
            on the model; without a limit every question would find something.
    """

    def __init__(self, model: str, base_url: str | None = None, api_key: str | None = None, *,
                 client=None, least: float = 0.3):
        self.model, self.least = model, least
        self._base_url, self._api_key, self._client = base_url, api_key, client
        self._known: dict[str, Any] = {}  # text -> its vector of length 1

    def best(self, query: str, texts: Sequence[str], k: int) -> list[int]:
        """The numbers of at most k texts that are nearest to a query, the nearest first.

        Raises:
            EmbeddingsError: The service failed.
        """
        import numpy as np

        if not texts:
            return []
        matrix = np.stack(self.vectors(texts))
        likeness = matrix @ self.vectors([query])[0]
        order = np.argsort(-likeness, kind="stable")[:k]
        return [int(number) for number in order if likeness[number] >= self.least]

    def vectors(self, texts: Iterable[str]) -> list:
        """The vectors of texts, in order; those that are not known are asked for."""
        texts = list(texts)
        new = list(dict.fromkeys(text for text in texts if text not in self._known))
        batches = [new[start:start + BATCH] for start in range(0, len(new), BATCH)]
        for batch in progress(batches, "Embedding notes", len(batches)):
            self._known.update(zip(batch, self._ask(batch), strict=True))
        return [self._known[text] for text in texts]

    def remember(self, texts: Sequence[str], matrix) -> None:
        """Take vectors that an earlier program saved."""
        self._known.update(zip(texts, matrix, strict=True))

    def known(self, texts: Sequence[str]):
        """The vectors of texts as one array, or None where one is not known yet."""
        import numpy as np

        if not texts or any(text not in self._known for text in texts):
            return None
        return np.stack([self._known[text] for text in texts])

    def _ask(self, batch: list[str]) -> list:
        import numpy as np

        try:
            reply = self._service().embeddings.create(model=self.model, input=batch,
                                                      encoding_format="float")
            rows = sorted(reply.data, key=lambda row: row.index)
            matrix = np.array([row.embedding for row in rows], dtype=np.float32)
            if matrix.ndim != 2 or len(matrix) != len(batch) or not np.isfinite(matrix).all():
                raise ValueError("a vector for each text")
        except ImportError:
            raise EmbeddingsError('the SDK is not installed: pip install "studybuddy[providers]"'
                                  ) from None
        except Exception as error:  # whatever the SDK or a strange server makes of it
            raise EmbeddingsError(f"the service gave no vectors ({type(error).__name__})"
                                  ) from None
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        return list(matrix / np.where(lengths > 0, lengths, 1))

    def _service(self):
        if self._client is None:
            from openai import OpenAI

            from studybuddy import environment

            self._client = OpenAI(
                base_url=self._base_url or environment.get("LLM_BASE_URL"),
                api_key=self._api_key or environment.get("LLM_API_KEY") or "none",
                timeout=TIMEOUT, max_retries=2)
        return self._client


def fuse(*rankings: Sequence[int]) -> list[tuple[int, float]]:
    """Rankings joined by reciprocal rank: (number, sum of 1 / (60 + rank)), the best first."""
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, number in enumerate(ranking, 1):
            scores[number] = scores.get(number, 0.0) + 1 / (RRF_K + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
