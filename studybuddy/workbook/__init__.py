"""What lessons and learners use: the `lesson` object, starting JupyterLab, finding what is wrong.

`lesson` is loaded when it is used.
"""

__all__ = ["lesson"]


def __getattr__(name: str) -> object:
    if name == "lesson":
        from studybuddy.workbook.runtime import lesson

        return lesson
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
