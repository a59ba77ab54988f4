CHECK = "09.2"
EXPECT = 'A gap is still open'


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    ...  # YOUR CODE HERE
    # bind: return the digest of this text
    ...  # YOUR CODE HERE


ANSWER = fingerprint
