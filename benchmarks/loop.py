"""One run with one tool call and an answer: the package's loop, a plain one and those of peers.

    python -m benchmarks.loop

All run the same tool by an equal script, in turns, in one process, each through its public call
with a scripted model of its own kind. The plain loop checks nothing: it stands for the least that
a loop can cost.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable

from benchmarks import measure as by
from benchmarks.measure import Metric, Results
from studybuddy import calculator

QUESTION = "What is my average?"
ARGUMENTS = {"expression": "(8.2*20 + 9.1*22) / 42"}
ANSWER = "About 8.67."
calculated: deque[str] = deque(maxlen=1)  # what a peer's tool was last asked for
PLAIN = "loop: one tool call and an answer, beside a plain loop of 40 lines"
PEERS = {peer: f"loop: one tool call and an answer, beside {peer}"
         for peer in ("llm", "openai-agents", "smolagents", "pydantic-ai")}
METRICS = (Metric(PLAIN, at_most=5), *(Metric(name, at_most=1) for name in PEERS.values()))


def calculate(expression: str) -> dict:
    """Calculate an arithmetic expression.

    Args:
        expression: Numbers and signs.
    """
    calculated.append(expression)
    return calculator(expression)


def ours() -> Callable[[], str]:
    from studybuddy import Agent, ScriptedModel
    from studybuddy.messages import assistant, call

    script = [assistant("", [call("calculator", ARGUMENTS, "c1")]), ANSWER]
    agent = Agent([calculator], model=ScriptedModel(script))
    return lambda: agent.ask(QUESTION).answer


def plain() -> Callable[[], str]:
    from studybuddy import Agent
    from studybuddy.messages import assistant, call

    script = [assistant("", [call("calculator", ARGUMENTS, "c1")]), assistant(ANSWER)]
    tools = Agent([calculator]).registry.schemas()

    def model(messages, tools):
        return script[sum(message["role"] == "assistant" for message in messages)]

    return lambda: plain_loop(QUESTION, model, {"calculator": calculator}, tools)


def plain_loop(question, model, functions, tools, max_steps=20):
    """What a first agent looks like: no checks, no ids, no approval, no limits on a result."""
    messages = [{"role": "user", "content": question}]
    for _ in range(max_steps):
        message = model(messages, tools)
        messages.append(message)
        calls = message.get("tool_calls")
        if not calls:
            return message["content"]
        for entry in calls:
            function = entry["function"]
            arguments = json.loads(function["arguments"])
            result = functions[function["name"]](**arguments)
            messages.append({
                "role": "tool",
                "tool_call_id": entry["id"],
                "content": json.dumps(result),
            })
    return "I could not finish."


def llm_chain() -> Callable[[], str]:
    import llm

    class Scripted(llm.Model):
        model_id = "scripted"
        supports_tools = True

        def execute(self, prompt, stream, response, conversation):
            if prompt.tool_results:
                yield ANSWER
            else:
                response.add_tool_call(llm.ToolCall("calculate", ARGUMENTS, "c1"))

    model = Scripted()
    return lambda: model.chain(QUESTION, tools=[calculate]).text()


def openai_agents() -> Callable[[], str]:
    import agents
    from agents.items import ModelResponse
    from agents.usage import Usage
    from openai.types.responses import (
        ResponseFunctionToolCall,
        ResponseOutputMessage,
        ResponseOutputText,
    )

    agents.set_tracing_disabled(True)  # else it would send each run to a service
    request = ResponseFunctionToolCall(arguments=json.dumps(ARGUMENTS), call_id="c1",
                                       name="calculate", type="function_call")
    answer = ResponseOutputMessage(
        id="m1", role="assistant", status="completed", type="message",
        content=[ResponseOutputText(text=ANSWER, type="output_text", annotations=[])])

    class Scripted(agents.Model):
        async def get_response(self, system_instructions, input, *others, **named):
            answered = not isinstance(input, str) and any(
                item.get("type") == "function_call_output" for item in input)
            return ModelResponse([answer if answered else request], Usage(), None)

        async def stream_response(self, *others, **named):
            raise NotImplementedError

    agent = agents.Agent(name="bench", model=Scripted(), tools=[agents.function_tool(calculate)])
    return lambda: agents.Runner.run_sync(agent, QUESTION).final_output


def smolagents_loop() -> Callable[[], str]:
    import smolagents
    from smolagents.models import (
        ChatMessage,
        ChatMessageToolCall,
        ChatMessageToolCallFunction,
        MessageRole,
    )

    class Scripted(smolagents.Model):
        def generate(self, messages, **named):
            answered = any(message.role == MessageRole.TOOL_RESPONSE for message in messages)
            # Its loop ends by a tool of its own.
            name, arguments = (("final_answer", {"answer": ANSWER}) if answered
                               else ("calculate", dict(ARGUMENTS)))
            function = ChatMessageToolCallFunction(arguments=arguments, name=name)
            return ChatMessage(MessageRole.ASSISTANT, None,
                               [ChatMessageToolCall(function, f"c-{name}", "function")])

    agent = smolagents.ToolCallingAgent(
        tools=[smolagents.tool(calculate)], model=Scripted(),
        verbosity_level=smolagents.LogLevel.OFF)
    return lambda: agent.run(QUESTION)


def pydantic_ai_loop() -> Callable[[], str]:
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
    from pydantic_ai.models.function import FunctionModel

    def scripted(messages, info):
        if any(isinstance(part, ToolReturnPart) for part in messages[-1].parts):
            return ModelResponse(parts=[TextPart(ANSWER)])
        return ModelResponse(parts=[ToolCallPart("calculate", ARGUMENTS, "c1")])

    agent = Agent(FunctionModel(scripted), tools=[calculate])
    return lambda: agent.run_sync(QUESTION).output


BUILDERS = {"ours": ours, "plain": plain, "llm": llm_chain, "openai-agents": openai_agents,
            "smolagents": smolagents_loop, "pydantic-ai": pydantic_ai_loop}


def measure() -> Results:
    loops, missing = by.built(BUILDERS)
    for name, loop in loops.items():
        calculated.clear()
        assert loop() == ANSWER, (name, loop())
        assert list(calculated) == [ARGUMENTS["expression"]] or name in ("ours", "plain"), name
    times = by.medians(loops)
    names = {"plain": PLAIN, **PEERS}
    return by.against("ours", times, names, scale=1e6, unit="us") | {
        names[name]: why for name, why in missing.items()}


if __name__ == "__main__":
    raise SystemExit(by.main(METRICS, measure))
