"""Elementary functions to the precision of `long double`, by MPFR or else by the C library."""

import ctypes

import numpy as np

LONG = np.longdouble
BITS = 160
NUMPY = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh",
         "acosh": "arccosh", "atanh": "arctanh", "atan2": "arctan2", "powf": "power"}
BINARY = ["powf", "atan2"]


class Number(ctypes.Structure):
    """mpfr_t."""
    _fields_ = [("precision", ctypes.c_long), ("sign", ctypes.c_int), ("exponent", ctypes.c_long),
                ("limbs", ctypes.c_void_p)]


def load_mpfr():
    """Loads MPFR, which is installed with the GNU compilers; None if it is missing."""
    try:
        library = ctypes.CDLL("libmpfr.so.6")
    except OSError:
        return None
    library.mpfr_get_d_2exp.restype = ctypes.c_double
    return library


class Exact:
    """`Exact()(name, x, y)` returns the values of a function at x, or, if it is binary, at x and y. Without
    MPFR their error is about 1/1000 ulp of f64.
    """

    def __init__(self, quick=False):
        self.library = None if quick else load_mpfr()
        if self.library:
            self.x, self.y, self.result = Number(), Number(), Number()
            for number in (self.x, self.y, self.result):
                self.library.mpfr_init2(ctypes.byref(number), BITS)

    def has(self, name):
        return self.library is not None or name not in ("erf", "erfc")

    def __call__(self, name, x, y):
        if self.library is None or name == "rsqrt":  # Not of -0 as in IEEE 754.
            return by_long_double(name, x, y)
        function = getattr(self.library, {"powf": "mpfr_pow"}.get(name, "mpfr_" + name))
        return np.array([self.evaluate(function, name in BINARY, a, b)
                         for a, b in zip(x.tolist(), y.tolist())], LONG)

    def evaluate(self, function, is_binary, a, b):
        library, result = self.library, ctypes.byref(self.result)
        library.mpfr_set_d(ctypes.byref(self.x), ctypes.c_double(a), 0)
        arguments = [ctypes.byref(self.x)]
        if is_binary:
            library.mpfr_set_d(ctypes.byref(self.y), ctypes.c_double(b), 0)
            arguments.append(ctypes.byref(self.y))
        function(result, *arguments, 0)
        exponent = ctypes.c_long()
        high = library.mpfr_get_d_2exp(ctypes.byref(exponent), result, 0)
        if not np.isfinite(high) or high == 0:
            return LONG(high)
        # The result is 2^exponent (high + low).
        library.mpfr_mul_2si(result, result, ctypes.c_long(-exponent.value), 0)
        library.mpfr_sub_d(result, result, ctypes.c_double(high), 0)
        low_exponent = ctypes.c_long()
        low = library.mpfr_get_d_2exp(ctypes.byref(low_exponent), result, 0)
        low = np.ldexp(LONG(low), low_exponent.value) if low else LONG(0)
        if abs(exponent.value) > 16300:
            return LONG(np.inf if exponent.value > 0 else 0) * LONG(np.sign(high))
        return np.ldexp(LONG(high) + low, exponent.value)


def by_long_double(name, x, y):
    with np.errstate(all="ignore"):
        return by_numpy(name, x.astype(LONG), y.astype(LONG))


def by_numpy(name, x, y):
    function = getattr(np, NUMPY.get(name, name), None) or (lambda x: 1 / np.sqrt(x))
    with np.errstate(all="ignore"):
        return function(x, y) if name in BINARY else function(x)
