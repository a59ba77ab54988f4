CHECK = "08.4"
EXPECT = "without a result"


def run_script(folder, path, args=None, seconds=5):
    needed = ("PATH", "SYSTEMROOT")
    few = {name: os.environ[name] for name in needed if name in os.environ}
    try:
        target = safe_path(folder, path)
        done = subprocess.run([sys.executable, str(target), *(args or [])], cwd=folder,
                              env=few, timeout=seconds, capture_output=True, text=True)
    except ValueError as error:
        return {"error": str(error)}
    except subprocess.TimeoutExpired:
        pass
    return {"stdout": done.stdout, "stderr": done.stderr,
            "return_code": done.returncode}


ANSWER = run_script
