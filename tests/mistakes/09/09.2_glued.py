CHECK = "09.2"
EXPECT = 'Make one JSON text of all three'


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    text = call_id + name + json.dumps(arguments, sort_keys=True)
    # bind: return the digest of this text
    return hashlib.sha256(text.encode()).hexdigest()


ANSWER = fingerprint
