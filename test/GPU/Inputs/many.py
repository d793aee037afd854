"""Writes the numbers from 1 to 30,000."""

import sys

import numpy as np

np.save(sys.argv[1], np.arange(1.0, 30001.0))
