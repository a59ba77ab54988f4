CHECK = "09.2"
EXPECT = 'JSON keeps them apart'


def fingerprint(call_id, name, arguments):
    # bind: id, name and arguments as one text
    text = call_id + name + ";".join(f"{key}={json.dumps(value, sort_keys=True) if isinstance(value, dict) else value}" for key, value in sorted(arguments.items()))
    # bind: return the digest of this text
    return hashlib.sha256(text.encode()).hexdigest()


ANSWER = fingerprint
