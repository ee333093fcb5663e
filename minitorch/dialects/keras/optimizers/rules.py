"""Keras' rules of optimisers, each for one parameter, in place: where they differ from PyTorch's, in the form given.

Arguments that mean the same wherever they occur; others are explained in keras.optimizers:

    param, grad       arrays of one shape: what is changed, and its gradient
    state             what the rule keeps, arrays of that shape by name
    lr                the learning rate
    step              how many steps there are with this one
    l1, l2, l2_shrinkage    how strongly weights are drawn to 0
"""

from ....backend import library_of


def squares_of(grad, state, out=None):
    """Return grad², in `out` if given; of a table whose rows were taken several times, the sum of each row's."""
    return state["squares"] if "squares" in state else library_of(grad).multiply(grad, grad, out=out)


def sgd(param, grad, state, *, lr=0.01, momentum=0.0, nesterov=False, step=1):
    """Add the velocity, momentum · velocity − lr · grad: the learning rate is inside, unlike PyTorch's."""
    if not momentum:
        param -= lr * grad
        return
    velocity = state["momentum"]
    velocity *= momentum
    velocity -= lr * grad
    param += momentum * velocity - lr * grad if nesterov else velocity


def adam(param, grad, state, *, lr=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, amsgrad=False, step=1):
    """Add epsilon before the correction of the means: Kingma & Ba (2015), the form at the end of section 2."""
    xp = library_of(param)
    mean, square = state["momentum"], state["velocity"]
    work = xp.subtract(grad, mean, out=xp.empty_like(mean))      # one array to work in: each new one costs
    work *= 1 - beta_1
    mean += work
    xp.subtract(squares_of(grad, state, work), square, out=work)
    work *= 1 - beta_2
    square += work
    if amsgrad:
        square = xp.maximum(state["velocity_hat"], square, out=state["velocity_hat"])
    xp.sqrt(square, out=work)
    work += epsilon
    xp.divide(mean, work, out=work)
    work *= lr * (1 - beta_2 ** step) ** 0.5 / (1 - beta_1 ** step)
    param -= work


def rmsprop(param, grad, state, *, lr=0.001, rho=0.9, momentum=0.0, epsilon=1e-7, centered=False, step=1):
    """Add epsilon under the root, unlike PyTorch's."""
    xp = library_of(param)
    square = state["velocity"]
    square *= rho
    square += (1 - rho) * squares_of(grad, state)
    typical = square + epsilon
    if centered:
        mean = state["average_gradient"]
        mean *= rho
        mean += (1 - rho) * grad
        typical -= mean * mean
    change = lr * grad / xp.sqrt(typical)
    if momentum:
        velocity = state["momentum"]
        velocity *= momentum
        velocity += change
        change = velocity
    param -= change


def adagrad(param, grad, state, *, lr=0.001, epsilon=1e-7, step=1):
    """Add epsilon under the root; the sum of squares begins above 0."""
    total = state["accumulator"]
    total += squares_of(grad, state)
    param -= lr * grad / library_of(param).sqrt(total + epsilon)


def adadelta(param, grad, state, *, lr=0.001, rho=0.95, epsilon=1e-7, step=1):
    """Follow Zeiler, ADADELTA (2012)."""
    xp = library_of(param)
    square, moved = state["accumulated_grad"], state["accumulated_delta_var"]
    square *= rho
    squares = squares_of(grad, state)
    square += (1 - rho) * squares
    ratio = (moved + epsilon) / (square + epsilon)
    moved *= rho
    moved += (1 - rho) * ratio * squares
    param -= lr * xp.sqrt(ratio) * grad


def adamax(param, grad, state, *, lr=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, step=1):
    """Divide by the largest gradient instead of the typical one: Kingma & Ba (2015), section 7."""
    xp = library_of(param)
    mean, largest = state["momentum"], state["norm"]
    mean += (1 - beta_1) * (grad - mean)
    largest *= beta_2
    xp.maximum(largest, xp.abs(grad), out=largest)
    param -= lr / (1 - beta_1 ** step) * mean / (largest + epsilon)


def nadam(param, grad, state, *, lr=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, step=1):
    """Use the means one step ahead: Dozat (2016)."""
    xp = library_of(param)
    mean, square = state["momentum"], state["velocity"]
    shares = [beta_1 * (1 - 0.5 * 0.96 ** n) for n in range(1, step + 2)]
    product = 1.0
    for share in shares[:-1]:
        product *= share
    mean += (1 - beta_1) * (grad - mean)
    square += (1 - beta_2) * (squares_of(grad, state) - square)
    ahead = shares[-1] * mean / (1 - product * shares[-1]) + (1 - shares[-2]) * grad / (1 - product)
    param -= lr * ahead / (xp.sqrt(square / (1 - beta_2 ** step)) + epsilon)


def ftrl(param, grad, state, *, lr=0.001, learning_rate_power=-0.5, l1=0.0, l2=0.0, l2_shrinkage=0.0, beta=0.0, step=1):
    """Follow the regularised leader: McMahan et al., Ad click prediction (2013)."""
    xp = library_of(param)
    total, linear = state["accumulator"], state["linear"]
    new = total + squares_of(grad, state)
    grown, before = new ** -learning_rate_power, total ** -learning_rate_power
    linear += grad + 2 * l2_shrinkage * param - (grown - before) / lr * param
    param[...] = (xp.clip(linear, -l1, l1) - linear) / (grown / lr + 2 * (l2 + beta / (2 * lr)))
    total[...] = new
