"""Course notes: read PDF, Markdown and text files, cut them into passages, search them.

    from studybuddy.rag import VectorStore
    store = VectorStore()
    store.add_folder("data/notes")
    store.search("What is a deadlock?")

`pdf` reads, `chunks` cuts, `terms` decides which words are the same, `ranking` scores, `store`
holds it together. All of it works on this machine alone; `dense` is an extra that asks a server.
"""

from studybuddy.rag.chunks import chunk, without_headings
from studybuddy.rag.pdf import NotesError, read_pdf
from studybuddy.rag.store import VectorStore

__all__ = ["NotesError", "VectorStore", "chunk", "read_pdf", "without_headings"]
