CHECK = "09.2"
EXPECT = 'This is the text itself'


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    text = json.dumps([call_id, name, arguments], sort_keys=True)
    # bind: return the digest of this text
    return text


ANSWER = fingerprint
