"""From a function to the JSON Schema that a model reads: ours beside that of peers.

    python -m benchmarks.schema
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from benchmarks import measure as by
from benchmarks.measure import Metric, Results

PEERS = {peer: f"schema: a function with five parameters, beside {peer}"
         for peer in ("pydantic TypeAdapter", "llm", "smolagents", "pydantic-ai", "openai-agents")}
METRICS = tuple(Metric(name, at_most=1) for name in PEERS.values())
PARAMETERS = {"subject", "hours", "level", "days", "urgent"}


def plan(subject: str, hours: float, level: Literal["easy", "hard"] = "easy",
         days: list[str] | None = None, urgent: bool = False) -> dict:
    """Plan the hours for one subject.

    Args:
        subject: The name of the subject.
        hours: Hours of work, above 0.
        level: How hard the subject is.
        days: Names of the days that are free.
        urgent: True puts the subject first.
    """
    return {}


def ours() -> Callable[[], dict]:
    from studybuddy import schema

    def described() -> dict:
        schema._described.cache_clear()  # as for a function that is seen for the first time
        return schema.parameters_of(plan).schema

    return described


def type_adapter() -> Callable[[], dict]:
    from pydantic import TypeAdapter

    return lambda: TypeAdapter(plan).json_schema()


def llm_tool() -> Callable[[], dict]:
    import llm

    return lambda: llm.Tool.function(plan).input_schema


def smolagents_schema() -> Callable[[], dict]:
    import smolagents

    return lambda: smolagents.tool(plan).inputs


def pydantic_ai_tool() -> Callable[[], dict]:
    from pydantic_ai import Tool

    return lambda: Tool(plan).function_schema.json_schema


def openai_agents() -> Callable[[], dict]:
    from agents.function_schema import function_schema

    return lambda: function_schema(plan).params_json_schema


BUILDERS = {"ours": ours, "pydantic TypeAdapter": type_adapter, "llm": llm_tool,
            "smolagents": smolagents_schema, "pydantic-ai": pydantic_ai_tool,
            "openai-agents": openai_agents}


def measure() -> Results:
    makers, missing = by.built(BUILDERS)
    for name, make in makers.items():
        schema = make()
        assert schema.get("properties", schema).keys() == PARAMETERS, (name, schema)
    times = by.medians(makers)
    return by.against("ours", times, PEERS, scale=1e6, unit="us") | {
        PEERS[name]: why for name, why in missing.items()}


if __name__ == "__main__":
    raise SystemExit(by.main(METRICS, measure))
