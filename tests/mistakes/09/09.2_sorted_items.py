CHECK = "09.2"
EXPECT = 'sorts there too'


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    text = str([call_id, name, sorted(arguments.items())])
    # bind: return the digest of this text
    return hashlib.sha256(text.encode()).hexdigest()


ANSWER = fingerprint
