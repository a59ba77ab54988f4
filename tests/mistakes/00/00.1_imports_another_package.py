CHECK = "00.1"
EXPECT = "`polars` is not installed here, and you do not need it"


def average(points, credits):
    import polars as pl
    return (pl.Series(points) * pl.Series(credits)).sum() / sum(credits)


ANSWER = average
