CHECK = "08.3"
EXPECT = "The contract names the parameters"


def read_text(folder, path, size=10_000):
    try:
        target = safe_path(folder, path)
        if target.is_dir():
            return {"error": f"{path!r} is a folder."}
        with open(target, encoding="utf-8", errors="replace") as file:
            text = file.read(size + 1)
    except ValueError as error:
        return {"error": str(error)}
    except OSError:
        return {"error": f"{path!r} cannot be read."}
    return {"content": text[:size], "truncated": len(text) > size}


ANSWER = read_text
