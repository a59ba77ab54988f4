"""The package's own agent, as the runner needs it: with everything that it has."""

from __future__ import annotations

from collections.abc import Callable

from studybuddy.practice.attacks.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from studybuddy.agent import Agent


def package_agent(world: World) -> Agent:
    """An `Agent` with all tools of the package, the file tools in the working folder of `world`,
    and the coding prompt."""
    from studybuddy.agent import Agent
    from studybuddy.defaults import with_files
    from studybuddy.prompts import CODING

    registry = with_files(world.folder)
    for tool in world.tools:
        registry.add(tool)
    return Agent(registry, model=world.model, system=CODING, approve=world.approve)


def defended_by(defence: Callable) -> Callable[[World], Agent]:
    """A factory for the same agent, where a function decides in place of a person.

    `defence(call, run)` gets a call that waits and the run that it belongs to. It returns True, or
    a text that rejects; when it raises, the call is rejected.
    """
    def factory(world: World) -> Agent:
        agent = package_agent(world)
        agent.approve = lambda call: defence(call, agent.last_run)
        return agent

    return factory
