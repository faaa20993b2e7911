"""The records of xiangqi, which ``duiyi.xiangqi`` exports."""

from ._duiyi import xiangqi as _native

Fault = _native.Fault
Game = _native.Game
GameReader = _native.GameReader
Node = _native.Node
