"""Every setting of every layer and function that goes to ONNX: checked, run by onnxruntime, and read back."""

import ast
import inspect

import pytest
from onnx_files import agree, file_of, running, tokens
from static.saved_models import normal

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F

pytestmark = [pytest.mark.needs("onnx"), pytest.mark.host]

ROWS = mt.cat([normal(3, 7) * 9, mt.tensor([[0.0, -0.0, 0.5, -0.5, 1, 20.5, -20.5]])])
LINES, IMAGES, VOLUMES = normal(2, 4, 9), normal(2, 4, 9, 8), normal(2, 3, 6, 7, 5)
STEPS, WORDS = normal(2, 5, 8), tokens(2, 3)
INTEGERS, OTHERS = mt.tensor([[-7, 7, 9], [0, -3, 2]]), mt.tensor([[2, -2, 4], [3, 5, -1]])

LAYERS = [                             # (layers, their inputs)
    ("""Softplus() Softplus(2,1) Softplus(0.5,3) ELU() ELU(2) CELU(2.0) SELU() LeakyReLU() LeakyReLU(1)
     ReLU() ReLU6() Hardtanh(-2,3) Hardsigmoid() Hardswish() Hardshrink(0.3) Softshrink(0.3) Tanhshrink()
     Softsign() Threshold(0.1,20.0) GELU() GELU("tanh") SiLU() Mish() Sigmoid() LogSigmoid() Tanh()
     Softmax(0) Softmin(1) LogSoftmax(0) PReLU() PReLU(7,0.7) RReLU(0.2,0.4) GLU(0) Identity()
     Dropout(0.3) Flatten(0,1) Unflatten(1,(7,1)) Linear(7,3) Linear(7,3,bias=False) LayerNorm(7)
     LayerNorm(7,eps=1) LayerNorm((4,7)) LayerNorm(7,elementwise_affine=False) LayerNorm(7,bias=False)
     RMSNorm(7) RMSNorm(7,eps=0.1,elementwise_affine=False) BatchNorm1d(7)
     BatchNorm1d(7,eps=0.2,affine=False) BatchNorm1d(7,track_running_stats=False,bias=False)""", (ROWS,)),
    ("""CosineSimilarity() CosineSimilarity(0,0.1) PairwiseDistance() PairwiseDistance(1,0.1,True)
     Bilinear(7,7,3) Bilinear(7,7,3,bias=False)""", (ROWS, ROWS)),
    ("""Conv1d(4,6,3) Conv1d(4,6,3,2,1,2,2,False) Conv1d(4,6,4,padding="same",dilation=3)
     Conv1d(4,6,3,padding="valid") Conv1d(4,6,3,padding=2,padding_mode="circular") ConvTranspose1d(4,6,3)
     ConvTranspose1d(4,6,3,2,1,1,2,False,2,"zeros") MaxPool1d(3) MaxPool1d(3,2,1,2)
     MaxPool1d(2,ceil_mode=True) AvgPool1d(3) AvgPool1d(3,2,1) AvgPool1d(2,ceil_mode=True)
     AvgPool1d(3,2,1,count_include_pad=False) AdaptiveAvgPool1d(4) AdaptiveMaxPool1d(4) LPPool1d(2,3)
     LPPool1d(2,3,2,True) InstanceNorm1d(4) InstanceNorm1d(4,0.1,affine=True)
     InstanceNorm1d(4,affine=True,track_running_stats=True,bias=False) Dropout1d() ConstantPad1d(2,3.5)
     ConstantPad1d((-1,2),0.5) ZeroPad1d(2) ReflectionPad1d((1,2)) ReplicationPad1d((1,2))
     CircularPad1d((1,2)) LocalResponseNorm(3) Upsample(size=5,mode="linear")
     Upsample(size=5,mode="linear",align_corners=True)""", (LINES,)),
    ("""Conv2d(4,6,3) Conv2d(4,6,(3,2),(2,1),(1,0),(1,2),2,False) Conv2d(4,6,3,padding="same")
     Conv2d(4,6,(2,4),padding="same",dilation=(1,3)) Conv2d(4,6,3,padding=2,padding_mode="reflect")
     Conv2d(4,6,3,padding=(2,1),padding_mode="replicate")
     Conv2d(4,6,3,padding="same",padding_mode="reflect") ConvTranspose2d(4,6,3)
     ConvTranspose2d(4,6,(3,2),(2,3),(1,0),(1,2),2,False,(1,2),"zeros") MaxPool2d(3)
     MaxPool2d((3,2),(2,1),(1,0),(1,2)) MaxPool2d(3,2,1,ceil_mode=True) AvgPool2d(3)
     AvgPool2d((3,2),(2,1),(1,0)) AvgPool2d(3,2,1,True,False) AvgPool2d(3,2,1,False,False)
     AvgPool2d(3,2,1,divisor_override=5) AdaptiveAvgPool2d((4,3)) AdaptiveAvgPool2d((None,2))
     AdaptiveMaxPool2d((4,3)) LPPool2d(3,2,1,True) InstanceNorm2d(4)
     InstanceNorm2d(4,0.1,affine=True,track_running_stats=True,bias=False) BatchNorm2d(4)
     BatchNorm2d(4,bias=False) SyncBatchNorm(4)
     SyncBatchNorm(4,0.2,affine=False,track_running_stats=False)
     BatchNorm2d(4,0.2,affine=False,track_running_stats=False) GroupNorm(2,4) GroupNorm(4,4,0.1,False)
     GroupNorm(2,4,bias=False) ZeroPad2d(1) ZeroPad2d((1,0,2,3)) ZeroPad2d((-1,0,2,-1))
     ConstantPad2d((1,0,2,3),1.5) ReflectionPad2d((1,2,0,3)) ReplicationPad2d((1,2,0,3))
     CircularPad2d((1,2,0,3)) UpsamplingNearest2d(scale_factor=2) UpsamplingNearest2d((4,5))
     UpsamplingBilinear2d((4,5)) UpsamplingBilinear2d(scale_factor=1.5) LocalResponseNorm(2,0.1,0.5,2.0)
     ChannelShuffle(2) PixelShuffle(2) Dropout2d() AlphaDropout() FeatureAlphaDropout() Softmax2d()
     Unfold(3) Unfold((3,2),2,1,(2,1)) Linear(8,3)""", (IMAGES,)),
    ("""PixelUnshuffle(2) Upsample(scale_factor=1.5,mode="bicubic",recompute_scale_factor=True)""",
     (IMAGES[:, :, :8],)),
    ("MaxUnpool1d(2) MaxUnpool1d(4,2,1)", F.max_pool1d(LINES, 2, return_indices=True)),
    ("MaxUnpool2d(2) MaxUnpool2d(4,2,1)", F.max_pool2d(IMAGES, 2, return_indices=True)),
    ("MaxUnpool3d(2) MaxUnpool3d(4,2,1)", F.max_pool3d(VOLUMES[:, :, :, :6, :4], 2, return_indices=True)),
    ("Fold((4,5),(2,2)) Fold((5,7),(2,2),(2,1),1,2)", (normal(2, 12, 12),)),
    ("""Conv3d(3,4,2) Conv3d(3,6,(3,2,2),2,1,1,3,False)
     Conv3d(3,4,3,padding="same",padding_mode="replicate") ConvTranspose3d(3,4,2,2)
     ConvTranspose3d(3,3,2,2,1,1,3,False,2,"zeros") MaxPool3d(2) MaxPool3d(3,2,1,2)
     MaxPool3d(2,ceil_mode=True) AvgPool3d(2) AvgPool3d(3,2,1,True,False) AvgPool3d(2,divisor_override=3)
     AdaptiveAvgPool3d((3,2,1)) AdaptiveMaxPool3d(1) BatchNorm3d(3) BatchNorm3d(3,0.1,0.2,False,False)
     BatchNorm3d(3,bias=False) InstanceNorm3d(3)
     InstanceNorm3d(3,0.1,affine=True,track_running_stats=True,bias=False) LPPool3d(2,3,2,True)
     ConstantPad3d(1,2.0) ZeroPad3d(1) ReplicationPad3d(1) ReflectionPad3d(1) CircularPad3d(1)
     Upsample(scale_factor=2) Dropout3d()""", (VOLUMES,)),
    ("""LSTM(8,4) LSTM(8,4,2,bias=False,dropout=0.1) LSTM(8,4,batch_first=True,bidirectional=True)
     LSTM(8,4,proj_size=2) GRU(8,4) GRU(8,4,2,False,True,0.1,True) RNN(8,4)
     RNN(8,4,2,"relu",False,True,0.1,True)""", (STEPS,)),
    ("""LSTMCell(8,4) LSTMCell(8,4,False) GRUCell(8,4) GRUCell(8,4,False) RNNCell(8,4)
     RNNCell(8,4,False,"relu")""",
     (STEPS[0],)),
    ("""MultiheadAttention(8,2) MultiheadAttention(8,2,0.1,False,batch_first=True)
     MultiheadAttention(8,2,add_bias_kv=True,add_zero_attn=True,kdim=8,vdim=8)""", (STEPS, STEPS, STEPS)),
    ("""TransformerEncoderLayer(8,2,16) TransformerEncoderLayer(8,2,16,0.1,"gelu",0.1,True,True,False)
     TransformerEncoder(nn.TransformerEncoderLayer(8,2,16),2,nn.LayerNorm(8))""", (STEPS,)),
    ("""TransformerDecoderLayer(8,2,16) TransformerDecoderLayer(8,2,16,0.1,"gelu",0.1,True,True,False)
     TransformerDecoder(nn.TransformerDecoderLayer(8,2,16),2,nn.LayerNorm(8)) Transformer(8,2,1,1,16)
     Transformer(8,2,1,1,16,0.1,"gelu",None,None,0.1,True,True,False)""", (STEPS, STEPS)),
    ("Embedding(9,4) Embedding(9,4,padding_idx=0)", (WORDS,)),
]
FUNCTIONS = [
    ("""x.abs() -x x.exp() x.floor() x.ceil() x.round() x.trunc() x.sign() x.tanh() x.sigmoid() x.sin()
     x.cos() x.tan() x.sinh() x.cosh() x.asinh() x.atan() x.erf() x.square() x.isnan() x.isfinite()
     x.isinf() x.relu() x.expm1() x.exp2() x.frac() x.t() x.std() x.std(1,unbiased=False) x.var(0)
     x.logical_not() x.any() x.all() x.any(1) x.all(0) x.abs().log() x.abs().log2() x.abs().log10()
     x.abs().log1p() x.abs().sqrt() x.reciprocal() x.cosh().acosh() (x/30).asin() (x/30).acos()
     (x/30).atanh() x.sum() x.sum(0) x.sum((0,1)) x.sum(1,keepdim=True) x.mean()
     x.mean((0,1),keepdim=True) x.prod() x.prod(1) x.amax((0,1)) x.amin(0,True) x.max() x.max(1) x.min(0)
     x.max(1,keepdim=True) x.argmax() x.argmax(1) x.argmin(0,True) x.norm(dim=1) x.norm(1,1)
     x.logsumexp(1) x.cumsum(0) x.cumsum(-1) x.sort(1) x.sort(0,descending=True) x.argsort(1) x.topk(2)
     x.topk(2,0,largest=False) x.median() x.clamp(-1,1) x.clamp(min=0.5) x.clamp(max=0.5) x+1 1-x x*2 3/x
     x**2 x**3 x.abs()**0.5 2**x x//2 x%2 x%-3 x>0 x>=0.5 x==0.5 x!=0.5 x<=0 x<0 x.reshape(7,4)
     x.unsqueeze(-1) x[None] x[:,1] x[1:3] x[::2] x[-1] x[...,0] x[1,2] x[:,[0,2]] x[mt.tensor([0,-1])]
     x.flip(0) x.roll(1,0) x.repeat(2,3) x.expand(2,4,7) x.split(2) x.chunk(3,1) x.unbind(0)
     x.narrow(1,2,3) x.transpose(0,1) x.flatten() x.tril() x.triu(1) x.tril(-2) x.diagonal() x.diag()
     x.double() x.half() x.long() x.int() x.bool() x.repeat_interleave(2,0) x.masked_fill(x>0,1.5)
     x.nan_to_num() x.lerp(x+1,0.3) x.index_select(1,mt.tensor([2,0]))
     x.gather(1,mt.tensor([[0],[1],[2],[3]])) x.scatter(1,mt.tensor([[0],[1],[2],[3]]),9.0)
     x.scatter_add(1,mt.tensor([[0],[0],[2],[3]]),x) x.index_add(0,mt.tensor([0,0]),x[:2])
     x.index_fill(0,mt.tensor([0,2]),7.0) x.unfold(1,3,2) x@x.T mt.where(x>0,x,0.0) mt.cat([x,x],1)
     mt.stack([x,x]) mt.einsum("ij,kj->ik",x,x) mt.maximum(x,x*2) mt.minimum(x,x*2) mt.hypot(x,x+1)
     mt.fmod(x,3) mt.remainder(x,-3) mt.div(x,3,rounding_mode="trunc") mt.div(x,3,rounding_mode="floor")
     mt.logaddexp(x,x+1) mt.arange(7)+x[0,0] mt.round(x,decimals=1) mt.cdist(x,x) F.softplus(x,2,1)
     F.elu(x,2) F.leaky_relu(x,2) F.pad(x,(1,2)) F.pad(x,(1,2),value=3) F.pad(x,(-1,2,3,4),value=-1.5)
     F.normalize(x) F.normalize(x,p=1,dim=0) F.one_hot(x.abs().long(),40) F.mse_loss(x,x+1)
     F.huber_loss(x,x+1,delta=0.5) F.cross_entropy(x,mt.tensor([1,2,3,0]))
     F.scaled_dot_product_attention(x,x,x) F.scaled_dot_product_attention(x,x,x,is_causal=True)
     F.scaled_dot_product_attention(x,x,x,attn_mask=mt.ones(4,4).bool().tril())""", (ROWS,)),
    ("""x//y x%y mt.fmod(x,y) x&y x|y x^y ~x x+y x*y x/y mt.div(x,y,rounding_mode="trunc") x**2
     mt.maximum(x,y) x.abs() x.sign() -x x.clamp(-1,2) x.sum() x.argmax(1) x.sort() x.argsort()
     x.cumsum(0) mt.where(x>0,x,y) x==y x<y mt.logical_and(x,y) mt.logical_xor(x,y) mt.logical_or(x,y)
     (x>0)&(y>0) (x>0)!=(y>0) (x>0).sum()""", (INTEGERS, OTHERS)),
]
NO_ROW = """AdaptiveLogSoftmaxWithLoss EmbeddingBag FractionalMaxPool2d FractionalMaxPool3d Module ModuleDict
         ModuleList NLLLoss2d ParameterDict ParameterList RNNBase RNNCellBase Sequential
         """.split()                   # they depend on data, draw random numbers, or hold or found other layers
NO_SETTING = {"p", "dropout", "inplace", "momentum", "device", "dtype", "return_indices", "num_parameters", "lower",
              "upper", "_weight", "_freeze", "max_norm", "norm_type", "scale_grad_by_freq", "sparse", "custom_encoder",
              "custom_decoder", "enable_nested_tensor", "mask_check", "process_group", "args",
              "settings"}       # in eval mode they change no result here


def table(rows):
    return [pytest.param(text, inputs, id=text) for texts, inputs in rows for text in texts.split()]


def leaves(found):
    """Return all tensors of nested tuples."""
    return [x for part in found for x in leaves(part)] if isinstance(found, tuple | list) else [found]


def goes_out_and_back(function, inputs):
    """Check an exported function or layer by the checker, in onnxruntime, and read back with gradients recorded."""
    import onnx
    made = mt.onnx.export(function, inputs)
    onnx.checker.check_model(made, full_check=True)
    wanted = leaves(function(*inputs))
    assert len(made.graph.input) == len(inputs)
    assert agree(running(made)(*inputs), wanted)
    net = mt.onnx.load(file_of(made))
    assert agree([x.detach().numpy() for x in leaves(net(*inputs))], wanted)
    return net


@pytest.mark.parametrize("text, inputs", table(LAYERS))
def test_a_layer_with_its_settings(text, inputs):
    mt.manual_seed(1)
    layer = eval(f"nn.{text}").eval()
    net = goes_out_and_back(layer, inputs)
    assert {name for name, _ in net.named_parameters()} <= {*layer.state_dict()}


def bound(text):
    """Return the layer's name and the names of the settings that a row gives."""
    call = ast.parse(text).body[0].value
    signature = inspect.signature(getattr(nn, call.func.id).__init__)
    given = signature.bind_partial(None, *call.args, **{x.arg: x.value for x in call.keywords})
    return call.func.id, {*given.arguments} - {"self"}


def test_every_layer_and_every_setting_has_a_row():
    given = {}
    for texts, _ in LAYERS:
        for name, settings in map(bound, texts.split()):
            given.setdefault(name, set()).update(settings)
    layers = {name for name in dir(nn) if isinstance(getattr(nn, name), type) and issubclass(
        getattr(nn, name), nn.Module) and not name.endswith("Loss") and not name.startswith("Lazy")} - {*NO_ROW}
    assert layers == {*given}
    missing = {name: {*inspect.signature(getattr(nn, name).__init__).parameters} - {"self"} - NO_SETTING - settings
               for name, settings in given.items()}
    assert not {name: rest for name, rest in missing.items() if rest}


@pytest.mark.parametrize("text, inputs", table(FUNCTIONS))
def test_a_function_with_its_settings(text, inputs):
    net = goes_out_and_back(eval(f"lambda x, y=None: {text}"), inputs)
    assert not [*net.parameters()]                           # the numbers in a function are not trained
