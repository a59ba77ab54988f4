CHECK = "08.3"
EXPECT = "Nothing was left over"


def read_text(folder, path, limit=10_000):
    try:
        target = safe_path(folder, path)
        if target.is_dir():
            return {"error": f"{path!r} is a folder."}
        with open(target, encoding="utf-8", errors="replace") as file:
            text = file.read(limit)
    except ValueError as error:
        return {"error": str(error)}
    except OSError:
        return {"error": f"{path!r} cannot be read."}
    return {"content": text[:limit], "truncated": len(text) == limit}


ANSWER = read_text
