"""skorch: a network as an estimator of scikit-learn, with callbacks, a search, a pipeline, saving and pickling."""

import pickle
import tempfile
from pathlib import Path

import torch
from settled import normal, settle
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from skorch import NeuralNetClassifier, NeuralNetRegressor
from skorch.callbacks import EarlyStopping, LRScheduler
from torch import nn


class Net(nn.Module):
    def __init__(self, hidden=8, out=2):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, hidden), nn.Tanh(), nn.Linear(hidden, out))
        settle(self)

    def forward(self, x):
        return self.layers(x)


X = normal(90, 6).numpy()
y = (X[:, 0] + X[:, 1] > 0).astype("int64")
net = NeuralNetClassifier(Net, criterion=nn.CrossEntropyLoss, optimizer=torch.optim.Adam, lr=0.02, max_epochs=6,
                          verbose=0, batch_size=16,
                          callbacks=[EarlyStopping(patience=5), LRScheduler("StepLR", step_size=2)])
net.fit(X, y)
print(net.history[:, ("train_loss", "valid_loss", "valid_acc")], net.predict_proba(X)[:2], net.score(X, y))
search = GridSearchCV(net, {"lr": [0.001, 0.02], "module__hidden": [4, 8]}, cv=3, scoring="accuracy", refit=False)
search.fit(X, y)
print(search.best_params_, search.cv_results_["mean_test_score"])
print(Pipeline([("scale", StandardScaler()), ("net", net)]).fit(X, y).score(X, y))
print((pickle.loads(pickle.dumps(net)).predict(X) == net.predict(X)).all())
with tempfile.TemporaryDirectory() as folder:
    net.save_params(f_params=Path(folder) / "net.pt", f_optimizer=Path(folder) / "adam.pt")
    net.load_params(f_params=Path(folder) / "net.pt", f_optimizer=Path(folder) / "adam.pt")
    net.save_params(f_params=f"{folder}/net.safetensors", use_safetensors=True)
    net.load_params(f_params=f"{folder}/net.safetensors", use_safetensors=True)
regressor = NeuralNetRegressor(Net, module__out=1, max_epochs=3, lr=0.05, verbose=0)
print(regressor.fit(X, X[:, :1]).history[:, "valid_loss"])
