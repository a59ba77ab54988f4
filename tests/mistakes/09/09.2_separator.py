CHECK = "09.2"
EXPECT = 'Your sign can stand in an id'


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    text = f"{call_id}|{name}|{json.dumps(arguments, sort_keys=True)}"
    # bind: return the digest of this text
    return hashlib.sha256(text.encode()).hexdigest()


ANSWER = fingerprint
