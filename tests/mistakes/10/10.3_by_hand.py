CHECK = "10.3"
EXPECT = 'A quote in the text broke your JSON. Use `json.dumps`.'


def as_data(result, origin):
    members = ", ".join(f'"{key}": "{value}"' for key, value in result.items())
    return show_hidden("{" + members + f', "origin": "{origin}"' + "}")


ANSWER = as_data
