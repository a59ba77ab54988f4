CHECK = "09.5"
EXPECT = 'An unknown tool must wait'


def my_rule(name, arguments):
    if name in ("email_plan_to_me", "run_python_file"):
        return True
    if name == "write_file":
        return not str(arguments.get("file_path")).startswith("drafts/")
    return False


ANSWER = my_rule
