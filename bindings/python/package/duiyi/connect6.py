"""Connect6 and its family Connect(m,n,k,p,q): board, threats, solver, records, search.

>>> from duiyi.connect6 import Board
>>> board = Board.read("moves J10 I11-K11")
>>> board.turn, board.stones_left
('black', 2)
"""

from ._duiyi import connect6 as _native

Board = _native.Board
Book = _native.Book
Engine = _native.Engine
Evaluation = _native.Evaluation
Game = _native.Game
Node = _native.Node
Proof = _native.Proof
Solution = _native.Solution
Solver = _native.Solver
Threats = _native.Threats

BLACK = "black"
WHITE = "white"
