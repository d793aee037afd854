from . import arrays
from .errors import *
from .program import *
