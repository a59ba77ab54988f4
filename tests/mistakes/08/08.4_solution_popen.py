CHECK = "08.4"
EXPECT = None


def run_script(folder, path, args=None, seconds=5):
    try:
        target = safe_path(folder, path)
    except ValueError as error:
        return {"error": str(error)}
    few = {"SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
    child = subprocess.Popen([sys.executable, target] + list(args or []), cwd=folder, env=few,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        stdout, stderr = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        return {"error": f"{path} took too long"}
    return {"stdout": stdout, "stderr": stderr, "return_code": child.returncode}


ANSWER = run_script
