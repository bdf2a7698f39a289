"""One thread for tablecam's own linear algebra.

Tablecam's matrices have fewer than a hundred rows. OpenBLAS splits even those among all processors, where its threads
mostly wait for each other. The command line sets OPENBLAS_NUM_THREADS before numpy loads. A library must not: the
setting lasts as long as the process, slows down the program's own large matrices, and passes to the programs that it
starts; and it does nothing where numpy is loaded already. The limit here ends with the call.
"""

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


def one_blas_thread() -> AbstractContextManager[object]:
    """A block in which the loaded linear algebra libraries use one thread; it restores the setting at its end."""
    limit: AbstractContextManager[object] = _find_controller().limit(limits=1, user_api="blas")
    return limit


@cache
def _find_controller() -> ThreadpoolController:
    """Find the libraries once, which takes milliseconds: numpy is loaded when the first block begins."""
    import numpy as np  # noqa: F401  # its library must be loaded to be found

    return ThreadpoolController()
