CHECK = "09.2"
EXPECT = 'Your code changed its input'


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    arguments["id"] = call_id
    arguments["name"] = name
    text = json.dumps(arguments, sort_keys=True)
    # bind: return the digest of this text
    return hashlib.sha256(text.encode()).hexdigest()


ANSWER = fingerprint
