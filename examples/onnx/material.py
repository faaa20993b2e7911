#!/usr/bin/env python3
"""Writes src/material.onnx, a network that counts material: python material.py. Needs the package onnx.

It has the inputs and outputs that the program expects, and no training.
"""

import pathlib

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

# King, advisor, elephant, horse, rook, cannon, pawn.
WORTH = [0.0, 2.0, 2.0, 4.0, 9.0, 4.5, 1.0]


def convolution(weights):
    """The weights of a convolution of one square: one number for each of the fourteen planes."""
    return numpy.array(weights, dtype=numpy.float32).reshape(1, 14, 1, 1)


tensors = {
    # A balance of ten pawns is a value of tanh(1) = 0.76.
    "balance": convolution([worth / 10 for worth in WORTH] + [-worth / 10 for worth in WORTH]),
    # Moves of less valuable pieces come first among captures of the same piece.
    "attackers": convolution([-worth / 10 for worth in WORTH] + [0.0] * 7),
    "victims": convolution([0.0] * 7 + [worth / 2 for worth in WORTH]),
    "squares": numpy.array([2, 3], dtype=numpy.int64),
    "origins": numpy.array([-1, 90, 1], dtype=numpy.int64),
    "destinations": numpy.array([-1, 1, 90], dtype=numpy.int64),
}


def convolve(weights, output):
    """A convolution of one square with its attributes, which some runtimes require."""
    sizes = {"kernel_shape": [1, 1], "strides": [1, 1], "dilations": [1, 1], "pads": [0, 0, 0, 0]}
    return helper.make_node("Conv", ["planes", weights], [output], **sizes)


nodes = [
    convolve("balance", "balances"),
    helper.make_node("ReduceSum", ["balances", "squares"], ["sum"], keepdims=0),
    helper.make_node("Tanh", ["sum"], ["value"]),
    convolve("attackers", "from_planes"),
    helper.make_node("Reshape", ["from_planes", "origins"], ["from"]),
    convolve("victims", "to_planes"),
    helper.make_node("Reshape", ["to_planes", "destinations"], ["to"]),
    helper.make_node("Add", ["from", "to"], ["pairs"]),
    helper.make_node("Flatten", ["pairs"], ["policy"]),
]
graph = helper.make_graph(
    nodes,
    "material",
    [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", 14, 10, 9])],
    [
        helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch", 1]),
        helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", 8100]),
    ],
    [numpy_helper.from_array(tensor, name) for name, tensor in tensors.items()],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model, full_check=True)
onnx.save(model, pathlib.Path(__file__).parent / "src" / "material.onnx")
