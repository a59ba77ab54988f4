CHECK = "10.3"
EXPECT = 'Your code printed the answer.'


def as_data(result, origin):
    marked = {**result, "origin": origin}
    print(show_hidden(json.dumps(marked, ensure_ascii=False, allow_nan=False)))


ANSWER = as_data
