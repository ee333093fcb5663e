"""Add the functions of runtime/ to the engine's lists. Only this file sets when each is called, and in which order.

A layer is a file around the engine (not a layer of a network) and adds one thing to each call of an op.
The engine calls all functions of a list at one moment. The list's name says when, and so does the comment next to it in
the engine's file. A layer's file says what it does. codegen, tensors and higher layers add theirs when imported.
"""

from ..engine.apply import calling, choosing, converting, failing, recorded, type_sets, unrecorded, viewing
from ..engine.backward import accumulated, delivering, hooking, retaping, using
from ..engine.grad_mode import off, on
from ..engine.op import declaring, differentiating
from . import declarations, promotion, version_counter
from .arguments import check_inputs, explain
from .detached import DetachedBy, mark_detached
from .errors import locate
from .functions import declare
from .grad_modes import enabled
from .hooks import run_after, run_hooks
from .indexed_grad import add_part
from .kinds import VALUE
from .libraries import forward_on
from .second_order import retape
from .views import follow, share

# These functions run when an op is declared
declaring += [declarations.check_declaration, promotion.declare, version_counter.declare_once, declare]
differentiating += [declarations.check_derivative]
type_sets += [VALUE.types]

# These functions run when an op is called
calling += [promotion.to_one_device, check_inputs, follow]
converting += [promotion.promote]
choosing += [forward_on]
failing += [explain]
recorded += [locate, version_counter.remember]
unrecorded += [mark_detached, version_counter.freeze]
viewing += [share]
off += [DetachedBy]
on += [enabled]

# These functions run when a backward pass reaches a node, and then the node's inputs
hooking += [run_hooks]
using += [version_counter.check_kept]
retaping += [retape]
delivering += [add_part]
accumulated += [run_after]
