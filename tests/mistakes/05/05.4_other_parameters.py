CHECK = "05.4"
EXPECT = "Use the same names"


def small_gemini_loop(client, contents, config, run):
    return "An answer."


ANSWER = small_gemini_loop
