"""How a result is shown."""

import json


def render(expression, result):
    """Expression and result as a JSON text; a float without a fraction is shown as an int."""
    if isinstance(result, float) and result.is_integer():
        result = int(result)
    return json.dumps({"expression": expression, "result": result}, indent=2)
