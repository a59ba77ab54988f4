CHECK = "08.2"
EXPECT = "Refuse only what stands in the contract"


def is_plain(path):
    return path.replace("/", "").replace(".", "").isalpha() and ".." not in path.split("/")


ANSWER = is_plain
