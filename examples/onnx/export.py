#!/usr/bin/env python3
"""Writes a network of PyTorch as FILE.onnx: python export.py FILE.onnx. Needs the packages torch and onnxscript.

The network is small and untrained: train it with the arrays of duiyi.learning.samples before you export it.
"""

import sys

import torch
from torch import nn


class Network(nn.Module):
    """Two convolutions, then a value and the logits of a policy: 90 planes of destinations, by origin."""

    def __init__(self, channels=64):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(14, channels, 3, padding=1), nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1), nn.ReLU(),
        )
        self.value = nn.Sequential(nn.Flatten(), nn.Linear(channels * 90, 1), nn.Tanh())
        self.policy = nn.Sequential(nn.Conv2d(channels, 90, 1), nn.Flatten())

    def forward(self, planes):
        body = self.body(planes)
        return self.value(body), self.policy(body)


torch.onnx.export(
    Network().eval(), (torch.zeros(2, 14, 10, 9),), sys.argv[1], external_data=False,
    input_names=["planes"], output_names=["value", "policy"],
    dynamic_shapes=({0: torch.export.Dim("batch")},),
)
