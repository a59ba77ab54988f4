CHECK = "09.2"
EXPECT = 'Use `sort_keys=True`'


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    text = json.dumps([call_id, name, arguments])
    # bind: return the digest of this text
    return hashlib.sha256(text.encode()).hexdigest()


ANSWER = fingerprint
