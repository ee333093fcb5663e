"""What TensorFlow calls the operations of a graph: a name where none is given, and a type.

A line "function Name" is an operation of that name and type; "add_n" alone is AddN. "Name:Type" has a type of another
name. TensorFlow makes some results of several operations: "Scope/Name:Type" is the last of them, in a scope that the
name given renames.
"""

OF_OPERATORS = """add add:AddV2|subtract sub:Sub|multiply mul:Mul|floormod mod:FloorMod|pow pow:Pow|
matmul matmul:MatMul|logical_and and:LogicalAnd|logical_or or:LogicalOr|logical_xor xor:LogicalAnd|
bitwise_and and/BitwiseAnd|bitwise_or or/BitwiseOr|bitwise_xor xor/BitwiseXor"""
OF_FUNCTIONS = """abs|acos|acosh|add Add:AddV2|add_n|argmax ArgMax|argmin ArgMin|argsort argsort/TopKV2|asin|asinh|atan|
atan2|atanh|averaged weighted_loss/value:DivNoNan|avg_pool|avg_pool1d AvgPool1D/Squeeze|avg_pool2d AvgPool|avg_pool3d|
band_part MatrixBandPart|batch_normalization batchnorm/add_1:AddV2|bias_add|boolean_mask boolean_mask/GatherV2|
broadcast_to|cast|categorical multinomial/Multinomial|ceil|cholesky|clip_by_norm clip_by_norm:Identity|
clip_by_value clip_by_value:Maximum|complex|concat concat:ConcatV2|confusion_matrix confusion_matrix/ScatterNd|conj|
constant Const|conv1d conv1d/Squeeze|conv2d|conv2d_transpose conv2d_transpose:Conv2DBackpropInput|conv3d|cos|cosh|
count_nonzero count_nonzero/Sum|cumprod|cumsum|depthwise_conv2d depthwise:DepthwiseConv2dNative|depth_to_space|
det MatrixDeterminant|diag diag:MatrixDiagV3|diag_part diag_part:MatrixDiagPartV3|digamma|divide truediv:RealDiv|
divide_no_nan div_no_nan:DivNoNan|divided div:RealDiv|dropout dropout/SelectV2|dynamic_partition|eigh SelfAdjointEigV2|
einsum einsum/Einsum|elu|embedding_lookup embedding_lookup/Identity|equal|erf|erfc|erfinv erfinv/Erfinv|exp|expand_dims|
expm1|eye eye/diag:MatrixDiagV3|fill|floor|floordiv floordiv:FloorDiv|floormod FloorMod|gather GatherV2|gather_nd|
getitem strided_slice:StridedSlice|greater|greater_equal|identity|imag|invert|is_finite|is_inf|is_nan|
kept dropout/SelectV2|l2_loss|l2_normalize l2_normalize:Mul|leaky_relu|less|less_equal|lgamma|linspace linspace/Slice|
local_response_normalization LRN|log|log1p Log1p|log_sigmoid LogSigmoid:Neg|log_softmax|logical_and|logical_not|
logical_or|logical_xor LogicalXor:LogicalAnd|matmul MatMul|matrix_inverse|
matrix_transpose matrix_transpose/transpose:Transpose|matvec MatVec/Squeeze|max_pool|max_pool1d MaxPool1d/Squeeze|
max_pool2d MaxPool2d:MaxPool|max_pool3d|maximum|meshgrid meshgrid/mul:Mul|minimum|moments moments/Squeeze|multiply Mul|
negative Neg|norm norm/Squeeze|normal random_normal:AddV2|not_equal|one_hot one_hot:OneHot|ones ones:Const|
ones_like ones_like:Fill|pad|pow|range range:Range|rank|real|reciprocal|reduce_all All|reduce_any Any|
reduce_logsumexp ReduceLogSumExp:AddV2|reduce_max Max|reduce_mean Mean|reduce_min Min|reduce_prod Prod|
reduce_std reduce_std/Sqrt|reduce_sum Sum|reduce_variance reduce_variance/Mean_1:Mean|relu|relu6|
repeat Repeat/Reshape_1:Reshape|reshape|reverse ReverseV2|reverse_sequence|rint|roll|round|rsqrt|scalar_mul Mul|
scatter_nd|segment_sum|select|selu|separable_conv2d separable_conv2d:Conv2D|sequence_mask SequenceMask/Less|shape|
shuffle RandomShuffle|sigmoid|sigmoid_cross_entropy_with_logits logistic_loss:AddV2|sign|silu IdentityN|sin|sinh|size|
slice_|slogdet LogMatrixDeterminant|softmax|
softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits/Reshape_2:Reshape|softplus|softsign|
solve MatrixSolve|sort sort/Neg_1:Neg|
sparse_softmax_cross_entropy_with_logits SparseSoftmaxCrossEntropyWithLogits/SparseSoftmaxCrossEntropyWithLogits|
space_to_depth|split split:Split|sqrt|square|squared_difference|squeeze|stack stack:Pack|stop_gradient|strided_slice|
subtract Sub|svd|tan|tanh|tensor_scatter_nd_add TensorScatterAdd|tensor_scatter_nd_sub TensorScatterSub|
tensor_scatter_nd_update TensorScatterUpdate|tensordot Tensordot/MatMul|tile|top_k TopKV2|trace Trace:Sum|
transpose transpose:Transpose|truncated_normal truncated_normal:AddV2|truncatediv TruncateDiv|truncatemod TruncateMod|
uniform random_uniform/RandomUniform|unique|unsorted_segment_sum|unstack unstack:Unpack|where|zeros zeros:Const|
zeros_like zeros_like:ZerosLike"""


def parsed(lines):
    """Return {function: (name or scope, the name in that scope, type)}."""
    found = {}
    for line in lines.replace("\n", "").split("|"):
        function, _, full = line.partition(" ")
        path, _, kind = (full or function.title().replace("_", "")).partition(":")
        scope, _, last = path.partition("/")
        found[function] = scope, last, kind or path.rpartition("/")[2]
    return found


FUNCTIONS = parsed(OF_FUNCTIONS)
OPERATORS = FUNCTIONS | parsed(OF_OPERATORS)


def named(function, by_operator):
    """Return (name, the name within it, type) of a function's operation; by_operator: of `x + y`, not tf.add(x, y)."""
    name = function.__name__
    return (OPERATORS if by_operator else FUNCTIONS).get(name) or (name.strip("_"), "", name)
