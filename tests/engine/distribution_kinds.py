"""A distribution of each kind, made alike by two libraries, and a value that it may draw."""

import numpy as np

WEIGHTS = np.array([[0.2, 0.3, 0.5], [0.7, 0.2, 0.1]])
KINDS = {
    "Normal": (lambda m, lib: m.Normal(lib.tensor([0.0, 1.0]), lib.tensor([1.0, 0.5])), [0.3, -1.0]),
    "Bernoulli": (lambda m, lib: m.Bernoulli(lib.tensor([0.2, 0.9])), [1.0, 0.0]),
    "Bernoulli by logits": (lambda m, lib: m.Bernoulli(logits=lib.tensor([0.2, -0.9])), [1.0, 0.0]),
    "Categorical": (lambda m, lib: m.Categorical(lib.tensor(WEIGHTS)), [2, 0]),
    "Categorical by logits": (lambda m, lib: m.Categorical(logits=lib.tensor(WEIGHTS)), [2, 0]),
    "Uniform": (lambda m, lib: m.Uniform(lib.tensor([0.0, 1.0]), lib.tensor([2.0, 4.0])), [0.3, 3.0]),
    "Exponential": (lambda m, lib: m.Exponential(lib.tensor([0.5, 2.0])), [0.3, 3.0]),
    "Laplace": (lambda m, lib: m.Laplace(lib.tensor([0.0, 1.0]), lib.tensor([2.0, 0.5])), [0.3, 3.0]),
    "Independent": (lambda m, lib: m.Independent(m.Normal(lib.tensor([[0.0, 0, 0], [0, 0, 0]]), lib.tensor(
        [[1.0, 1, 1], [1, 1, 1]])), 1),
                    [[0.1, 0.2, 0.3], [-1.0, 0.0, 1.0]]),
    "MultivariateNormal": (lambda m, lib: m.MultivariateNormal(lib.tensor([[0.0, 1.0], [2.0, 3.0]]), lib.tensor(
        [[2.0, 0.5], [0.5, 1.0]]).expand(2, 2, 2)), [[0.1, 0.2], [-1.0, 0.0]]),
    "Gamma": (lambda m, lib: m.Gamma(lib.tensor([2.0, 0.5]), lib.tensor([3.0, 1.5])), [0.3, 0.7]),
    "Gumbel": (lambda m, lib: m.Gumbel(lib.tensor([0.0, 1.0]), lib.tensor([2.0, 0.5])), [0.3, 3.0]),
    "LogNormal": (lambda m, lib: m.LogNormal(lib.tensor([0.0, 1.0]), lib.tensor([0.3, 0.1])), [0.3, 3.0]),
    "HalfNormal": (lambda m, lib: m.HalfNormal(lib.tensor([0.3, 2.0])), [0.3, 3.0]),
    "Geometric": (lambda m, lib: m.Geometric(lib.tensor([0.3, 0.6])), [2.0, 0.0]),
    "OneHotCategorical": (lambda m, lib: m.OneHotCategorical(lib.tensor(WEIGHTS)), [[0.0, 0, 1], [1, 0, 0]]),
    "Dirichlet": (lambda m, lib: m.Dirichlet(lib.tensor(WEIGHTS) * 9), [[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]]),
    "Beta": (lambda m, lib: m.Beta(lib.tensor([2.0, 0.5]), lib.tensor([3.0, 1.5])), [0.3, 0.7]),
    "Chi2": (lambda m, lib: m.Chi2(lib.tensor([2.0, 5.0])), [0.3, 0.7]),
    "StudentT": (lambda m, lib: m.StudentT(lib.tensor([9.0, 5.5]), lib.tensor([0.0, 1.0]), lib.tensor([1.0, 2.0])),
                 [0.3, 0.7]),
    "Weibull": (lambda m, lib: m.Weibull(lib.tensor([0.3, 2.0]), lib.tensor([1.5, 1.7])), [0.3, 3.0]),
    "Pareto": (lambda m, lib: m.Pareto(lib.tensor([0.3, 2.0]), lib.tensor([9.5, 8.0])), [0.5, 3.0]),
    "InverseGamma": (lambda m, lib: m.InverseGamma(lib.tensor([8.0, 9.5]), lib.tensor([3.0, 1.5])), [0.3, 0.7]),
    "Kumaraswamy": (lambda m, lib: m.Kumaraswamy(lib.tensor([2.0, 0.5]), lib.tensor([3.0, 1.5])), [0.3, 0.7]),
    "ContinuousBernoulli": (lambda m, lib: m.ContinuousBernoulli(lib.tensor([0.3, 0.5002])), [0.3, 0.7]),
    "ContinuousBernoulli by logits": (lambda m, lib: m.ContinuousBernoulli(logits=lib.tensor([1.3, 0.0])), [0.3, 0.7]),
    "Binomial": (lambda m, lib: m.Binomial(10, lib.tensor([0.3, 0.9])), [4.0, 10.0]),
    "Binomial by logits": (lambda m, lib: m.Binomial(10, logits=lib.tensor([0.3, 0.9])), [4.0, 10.0]),
    "Multinomial": (lambda m, lib: m.Multinomial(5, lib.tensor(WEIGHTS)), [[1.0, 2.0, 2.0], [5.0, 0.0, 0.0]]),
    "OneHotCategoricalStraightThrough": (lambda m, lib: m.OneHotCategoricalStraightThrough(
        logits=lib.tensor(WEIGHTS)), [[0.0, 0, 1], [1, 0, 0]]),
    "MultivariateNormal by scale_tril": (lambda m, lib: m.MultivariateNormal(
        lib.tensor([0.0, 1.0]), scale_tril=lib.tensor([[2.0, 0.0], [0.5, 1.0]])), [0.1, 0.2]),
    "MultivariateNormal by precision": (lambda m, lib: m.MultivariateNormal(
        lib.tensor([0.0, 1.0]), precision_matrix=lib.tensor([[2.0, 0.5], [0.5, 1.0]])), [0.1, 0.2]),
}
NO_MEAN = {                              # or one of another kind, such as that of a circle
    "VonMises": (lambda m, lib: m.VonMises(lib.tensor([0.0, 3.0]), lib.tensor([0.5, 9.0])), [0.3, -2.0]),
    "Cauchy": (lambda m, lib: m.Cauchy(lib.tensor([0.0, 1.0]), lib.tensor([2.0, 0.5])), [0.3, 3.0]),
    "HalfCauchy": (lambda m, lib: m.HalfCauchy(lib.tensor([0.3, 2.0])), [0.3, 3.0]),
    "RelaxedBernoulli": (lambda m, lib: m.RelaxedBernoulli(lib.tensor(0.5), lib.tensor([0.2, 0.7])), [0.3, 0.7]),
    "RelaxedOneHotCategorical": (lambda m, lib: m.RelaxedOneHotCategorical(lib.tensor(0.7), lib.tensor(WEIGHTS)),
                                 [[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]]),
    "through a sigmoid": (lambda m, lib: m.TransformedDistribution(
        m.Normal(lib.tensor([0.0, 1.0]), lib.tensor([1.0, 2.0])),
        [m.AffineTransform(1.0, -2.0), m.SigmoidTransform()]), [0.3, 0.6]),
    "through tanh": (lambda m, lib: m.TransformedDistribution(
        m.Normal(lib.tensor([0.0, 1.0]), lib.tensor([1.0, 2.0])), m.TanhTransform(cache_size=1)), [0.3, -0.6]),
    "through softplus and a power": (lambda m, lib: m.TransformedDistribution(
        m.Normal(lib.tensor([0.0, 1.0]), lib.tensor([1.0, 2.0])),
        m.ComposeTransform([m.transforms.SoftplusTransform(), m.PowerTransform(lib.tensor(2.0))])), [0.3, 1.6]),
    "vectors": (lambda m, lib: m.TransformedDistribution(
        m.Independent(m.Normal(lib.tensor([0.0, 1.0]), lib.tensor([1.0, 2.0])), 1),
        [m.ExpTransform(), m.AffineTransform(0.0, lib.tensor([2.0, 3.0]), event_dim=1)]), [2.5, 16.0]),
}
WITHOUT_ENTROPY = {
    "MixtureSameFamily": (lambda m, lib: m.MixtureSameFamily(
        m.Categorical(lib.tensor(WEIGHTS)),
        m.Normal(lib.tensor([0.0, 1.0, 3.0]).expand(2, 3), lib.ones(2, 3))), [0.3, 1.7]),
    "MixtureSameFamily of vectors": (lambda m, lib: m.MixtureSameFamily(
        m.Categorical(lib.tensor(WEIGHTS)),
        m.Independent(m.Normal(lib.arange(12.0).reshape(2, 3, 2), lib.ones(2, 3, 2)), 1)), [[0.3, 1.7], [7.0, 9.0]]),
    "NegativeBinomial": (lambda m, lib: m.NegativeBinomial(lib.tensor([5.0, 3.0]), lib.tensor([0.3, 0.6])), [4.0, 9.0]),
    "FisherSnedecor": (lambda m, lib: m.FisherSnedecor(lib.tensor([9.0, 20.0]), lib.tensor([30.0, 40.0])), [0.3, 1.7]),
    "Poisson": (lambda m, lib: m.Poisson(lib.tensor([3.0, 0.5])), [2.0, 0.0]),
}
