"""Many games at once, for whoever teaches a machine to play: arrays of observations out, arrays of actions in.

Games take numpy alone. With gymnasium, ``Env`` and ``VectorEnv`` are there and registered as ``paili/Thupc-v0``; with
PettingZoo, ``env``, ``raw_env`` and ``parallel_env``: ``pip install 'paili[env]'``. ``paili.env.sb3`` has games for
stable-baselines3.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from paili.env.actions import ACTIONS, action, name
from paili.env.ending import Ending
from paili.env.games import LAYOUT, Games

if TYPE_CHECKING:
    from paili.env.parallel import parallel_env
    from paili.env.single import Env
    from paili.env.vector import VectorEnv
    from paili.env.wrapped import env
    from paili.env.zoo import raw_env

__all__ = [
    "ACTIONS",
    "LAYOUT",
    "Ending",
    "Env",
    "Games",
    "VectorEnv",
    "action",
    "env",
    "name",
    "parallel_env",
    "raw_env",
]

#: What other packages are needed for, and which.
_LATER = {
    "Env": ("single", "gymnasium"),
    "VectorEnv": ("vector", "gymnasium"),
    "env": ("wrapped", "pettingzoo"),
    "parallel_env": ("parallel", "pettingzoo"),
    "raw_env": ("zoo", "pettingzoo"),
}


def __getattr__(name: str) -> object:
    """Imports a name when somebody first asks for it."""
    if name not in _LATER:
        raise AttributeError(f"module 'paili.env' has no attribute {name!r}")
    module, package = _LATER[name]
    if find_spec(package) is None:
        raise ImportError(f"paili.env.{name} needs {package}: pip install {package}")
    found: object = getattr(import_module(f"paili.env.{module}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """What is public, imported or not, and what every module has."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def _register() -> None:
    """Tells gymnasium, if it is there, how its games are made."""
    if find_spec("gymnasium") is None:
        return
    from gymnasium.envs.registration import register, registry

    if "paili/Thupc-v0" not in registry:
        register("paili/Thupc-v0", entry_point="paili.env:Env", vector_entry_point="paili.env:VectorEnv")


_register()
