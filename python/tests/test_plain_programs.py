# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values and gradients of models in plain form, with checks of indices, beside JAX's."""

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)
from plain_programs import PROGRAMS

import chad


@pytest.mark.parametrize("name", PROGRAMS)
def test_gradient(name):
    args, by, mine, other = PROGRAMS[name]
    found = chad.jit(chad.value_and_grad(mine, argnums=by))(*args)
    expected = jax.jit(jax.value_and_grad(other, argnums=by))(*args)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        scale = float(np.max(np.abs(b), initial=0))
        np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-12 * scale)
