CHECK = "09.2"
EXPECT = None


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    text = json.dumps({"id": call_id, "name": name, "arguments": arguments}, sort_keys=True)
    # bind: return the digest of this text
    digest = hashlib.sha256(text.encode("utf-8"))
    return digest.hexdigest()


ANSWER = fingerprint
