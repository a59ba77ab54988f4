CHECK = "08.3"
EXPECT = "hidden in this card"


def read_text(folder, path, limit=10_000):
    try:
        target = safe_path(folder, path)
        if target.is_dir():
            return {"error": f"{path!r} is a folder."}
        with open(target, encoding="utf-8", errors="replace") as file:
            text = file.read(limit + 1)
    except ValueError as error:
        return {"error": str(error)}
    except OSError as error:
        return {"error": str(error)}
    return {"content": text[:limit], "truncated": len(text) > limit}


ANSWER = read_text
