CHECK = "08.3"
EXPECT = "Say that it is one"


def read_text(folder, path, limit=10_000):
    try:
        target = safe_path(folder, path)
        with open(target, encoding="utf-8", errors="replace") as file:
            text = file.read(limit + 1)
    except ValueError as error:
        return {"error": str(error)}
    except FileNotFoundError:
        return {"error": f"{path!r} cannot be read."}
    return {"content": text[:limit], "truncated": len(text) > limit}


ANSWER = read_text
