CHECK = "08.2"
EXPECT = "A path from the root"

import re


def is_plain(path):
    return ".." not in path.split("/") and not re.search(r"[\\:\x00-\x1f]", path)


ANSWER = is_plain
