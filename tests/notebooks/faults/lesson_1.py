"""Faults that lesson 1 notices: the cells needed, by words that stand in them only, and what is planted."""

FILL = (1, "import drag, draw, plot, show", "x, y, z = (mt.tensor([v]")
GRAPH = (1, "import drag, draw, plot, show", 'draw({"c": c}')
PIXELS = (1, "import drag, draw, plot, show", "passed.sum().backward()")

FAULTS = {
    "a product's gradient off by 1 %": (FILL, """
gradient("mul", lambda right: lambda grad, out, x, y, needs: (grad * y * 1.01, grad * x))"""),
    "a product's gradients swapped": (FILL, """
gradient("mul", lambda right: lambda grad, out, x, y, needs: (grad * x, grad * y))"""),
    "a sum lets only half through": (FILL, """
gradient("add", lambda right: lambda grad, out, x, y: (grad, grad * 0.5))"""),
    "a sum's gradient divided as a mean's": (GRAPH, """
gradient("sum", lambda right: lambda grad, out, x, **settings: right(grad, out, x, **settings) / x.shape[0])"""),
    "a sum's gradient not spread": (GRAPH, """
gradient("sum", lambda right: lambda grad, out, x, **settings: grad)"""),
    "relu passes every gradient": (PIXELS, """
gradient("relu", lambda right: lambda grad, out, x: grad)"""),
    "relu with a rounded corner": (PIXELS, """
plant(registry["relu"].piece, lambda right: lambda xp, x: xp.logaddexp(x, 0))"""),
}
