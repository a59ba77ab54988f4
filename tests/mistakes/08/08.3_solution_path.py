CHECK = "08.3"
EXPECT = None


def read_text(folder, path, limit=10_000):
    try:
        text = safe_path(folder, path).read_text(encoding="utf-8", errors="replace")
    except ValueError as error:
        return {"error": f"{error}"}
    except (IsADirectoryError, PermissionError):
        return {"error": f"{path} is a folder."}
    except FileNotFoundError:
        return {"error": f"There is no file {path}."}
    return {"content": text[:limit], "truncated": len(text) > limit}


ANSWER = read_text
