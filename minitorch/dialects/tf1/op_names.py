"""What TensorFlow calls the operations of a graph: a name where none is given, and a type.

A line "function Name" is an operation of that name and type. "Name:Type" has a type of another name. TensorFlow makes
some results of several operations: "Scope/Name:Type" is the last of them, in a scope that the name given renames.
"""

OF_OPERATORS = """add add:AddV2|subtract sub:Sub|multiply mul:Mul|floormod mod:FloorMod|pow pow:Pow|
matmul matmul:MatMul|logical_and and:LogicalAnd|logical_or or:LogicalOr|logical_xor xor:LogicalAnd|
bitwise_and and/BitwiseAnd|bitwise_or or/BitwiseOr|bitwise_xor xor/BitwiseXor"""
OF_FUNCTIONS = """abs Abs|acos Acos|acosh Acosh|add Add:AddV2|add_n AddN|argmax ArgMax|argmin ArgMin|
argsort argsort/TopKV2|asin Asin|asinh Asinh|atan Atan|atan2 Atan2|atanh Atanh|averaged weighted_loss/value:DivNoNan|
avg_pool AvgPool|avg_pool1d AvgPool1D/Squeeze|avg_pool2d AvgPool|avg_pool3d AvgPool3D|band_part MatrixBandPart|
batch_normalization batchnorm/add_1:AddV2|bias_add BiasAdd|boolean_mask boolean_mask/GatherV2|broadcast_to BroadcastTo|
cast Cast|categorical multinomial/Multinomial|ceil Ceil|cholesky Cholesky|clip_by_norm clip_by_norm:Identity|
clip_by_value clip_by_value:Maximum|complex Complex|concat concat:ConcatV2|confusion_matrix confusion_matrix/ScatterNd|
conj Conj|constant Const|conv1d conv1d/Squeeze|conv2d Conv2D|conv2d_transpose conv2d_transpose:Conv2DBackpropInput|
conv3d Conv3D|cos Cos|cosh Cosh|count_nonzero count_nonzero/Sum|cumprod Cumprod|cumsum Cumsum|
depthwise_conv2d depthwise:DepthwiseConv2dNative|depth_to_space DepthToSpace|det MatrixDeterminant|
diag diag:MatrixDiagV3|diag_part diag_part:MatrixDiagPartV3|digamma Digamma|divide truediv:RealDiv|
divide_no_nan div_no_nan:DivNoNan|divided div:RealDiv|dropout dropout/SelectV2|dynamic_partition DynamicPartition|
eigh SelfAdjointEigV2|einsum einsum/Einsum|elu Elu|embedding_lookup embedding_lookup/Identity|
equal Equal|erf Erf|erfc Erfc|erfinv erfinv/Erfinv|exp Exp|expand_dims ExpandDims|expm1 Expm1|
eye eye/diag:MatrixDiagV3|fill Fill|floor Floor|floordiv floordiv:FloorDiv|floormod FloorMod|gather GatherV2|
gather_nd GatherNd|getitem strided_slice:StridedSlice|greater Greater|greater_equal GreaterEqual|identity Identity|
imag Imag|invert Invert|is_finite IsFinite|is_inf IsInf|is_nan IsNan|kept dropout/SelectV2|l2_loss L2Loss|
l2_normalize l2_normalize:Mul|leaky_relu LeakyRelu|less Less|less_equal LessEqual|lgamma Lgamma|
linspace linspace/Slice|local_response_normalization LRN|log Log|log1p Log1p|log_sigmoid LogSigmoid:Neg|
log_softmax LogSoftmax|logical_and LogicalAnd|logical_not LogicalNot|logical_or LogicalOr|
logical_xor LogicalXor:LogicalAnd|matmul MatMul|matrix_inverse MatrixInverse|
matrix_transpose matrix_transpose/transpose:Transpose|matvec MatVec/Squeeze|max_pool MaxPool|
max_pool1d MaxPool1d/Squeeze|max_pool2d MaxPool2d:MaxPool|max_pool3d MaxPool3D|maximum Maximum|
meshgrid meshgrid/mul:Mul|minimum Minimum|moments moments/Squeeze|multiply Mul|negative Neg|norm norm/Squeeze|
normal random_normal:AddV2|not_equal NotEqual|one_hot one_hot:OneHot|ones ones:Const|ones_like ones_like:Fill|pad Pad|
pow Pow|range range:Range|rank Rank|real Real|reciprocal Reciprocal|reduce_all All|reduce_any Any|
reduce_logsumexp ReduceLogSumExp:AddV2|reduce_max Max|reduce_mean Mean|reduce_min Min|reduce_prod Prod|
reduce_std reduce_std/Sqrt|reduce_sum Sum|reduce_variance reduce_variance/Mean_1:Mean|relu Relu|relu6 Relu6|
repeat Repeat/Reshape_1:Reshape|reshape Reshape|reverse ReverseV2|reverse_sequence ReverseSequence|rint Rint|roll Roll|
round Round|rsqrt Rsqrt|scalar_mul Mul|scatter_nd ScatterNd|segment_sum SegmentSum|select Select|selu Selu|
separable_conv2d separable_conv2d:Conv2D|sequence_mask SequenceMask/Less|shape Shape|shuffle RandomShuffle|
sigmoid Sigmoid|sigmoid_cross_entropy_with_logits logistic_loss:AddV2|sign Sign|silu IdentityN|sin Sin|sinh Sinh|
size Size|slice_ Slice|slogdet LogMatrixDeterminant|softmax Softmax|
softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits/Reshape_2:Reshape|softplus Softplus|
softsign Softsign|solve MatrixSolve|sort sort/Neg_1:Neg|
sparse_softmax_cross_entropy_with_logits SparseSoftmaxCrossEntropyWithLogits/SparseSoftmaxCrossEntropyWithLogits|
space_to_depth SpaceToDepth|split split:Split|sqrt Sqrt|square Square|squared_difference SquaredDifference|
squeeze Squeeze|stack stack:Pack|stop_gradient StopGradient|strided_slice StridedSlice|subtract Sub|svd Svd|tan Tan|
tanh Tanh|tensor_scatter_nd_add TensorScatterAdd|tensor_scatter_nd_sub TensorScatterSub|
tensor_scatter_nd_update TensorScatterUpdate|tensordot Tensordot/MatMul|tile Tile|top_k TopKV2|trace Trace:Sum|
transpose transpose:Transpose|truncated_normal truncated_normal:AddV2|truncatediv TruncateDiv|truncatemod TruncateMod|
uniform random_uniform/RandomUniform|unique Unique|unsorted_segment_sum UnsortedSegmentSum|unstack unstack:Unpack|
where Where|zeros zeros:Const|
zeros_like zeros_like:ZerosLike"""


def parsed(lines):
    """Return {function: (name or scope, the name in that scope, type)}."""
    found = {}
    for line in lines.replace("\n", "").split("|"):
        function, full = line.split(" ")
        path, _, kind = full.partition(":")
        scope, _, last = path.partition("/")
        found[function] = scope, last, kind or path.rpartition("/")[2]
    return found


FUNCTIONS = parsed(OF_FUNCTIONS)
OPERATORS = FUNCTIONS | parsed(OF_OPERATORS)


def named(function, by_operator):
    """Return (name, the name within it, type) of a function's operation; by_operator: of `x + y`, not tf.add(x, y)."""
    name = function.__name__
    return (OPERATORS if by_operator else FUNCTIONS).get(name) or (name.strip("_"), "", name)
