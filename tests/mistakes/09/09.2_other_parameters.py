CHECK = "09.2"
EXPECT = 'The contract names the parameters'


def fingerprint(id, tool, args):
    # bind: id, name and arguments as one text
    text = json.dumps([id, tool, args], sort_keys=True)
    # bind: return the digest of this text
    return hashlib.sha256(text.encode()).hexdigest()


ANSWER = fingerprint
