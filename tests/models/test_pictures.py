"""Models of pictures beyond classes: U-Net, autoencoder, adversaries, contrast; ViT; and NCF."""

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.models import VAE, LeNet, MoCo, UNet
from minitorch.models.dcgan import Discriminator, Generator, weights_init
from minitorch.models.ncf import NCF
from minitorch.models.vae import vae_loss
from minitorch.models.vit import VisionTransformer, vit_tiny


def count(model):
    return sum(p.numel() for p in model.parameters())


@pytest.mark.parametrize("make, wanted", [
    (LeNet, 62_006), (vit_tiny, 5_717_416), (VAE, 652_824), (Generator, 3_576_704), (Discriminator, 2_765_568),
    (lambda: UNet(3, 1), 31_037_633)])
def test_it_has_as_many_parameters_as_its_source(make, wanted):
    """Sources: the lectures' state_dict, timm's vit_tiny_patch16_224, PyTorch's examples of VAE and DCGAN, and for
    U-Net the sum of its convolutions, which its paper does not print."""
    assert count(make()) == wanted


def test_unet_keeps_sizes_and_passes_fine_detail_across():
    mt.manual_seed(1)
    model = UNet(1, 3, width=4, depth=2).eval()
    x = mt.randn(2, 1, 16, 20, requires_grad=True)
    out = model(x)
    assert out.shape == (2, 3, 16, 20)
    out[0, 0, 8, 8].backward()
    near, far = x.grad[0, 0, 6:11, 6:11].abs().mean(), x.grad[0, 0, :, -5:].abs().mean()
    assert near > 2 * far and not x.grad[1].any()
    with pytest.raises(ValueError, match="multiples of 4, not \\(18, 20\\)"):
        model(mt.randn(1, 1, 18, 20))


def test_the_vaes_loss_is_the_sum_that_it_says():
    mean, log_variance = mt.tensor([[0.0, 1.0]]), mt.tensor([[0.0, 0.0]])
    logits, x = mt.zeros(1, 3), mt.tensor([[1.0, 0.0, 1.0]])
    assert vae_loss(logits, x, mean, log_variance).item() == pytest.approx(3 * 0.693147 + 0.5, rel=1e-5)
    assert vae_loss(logits, x, mean * 0, log_variance + 2).item() == pytest.approx(
        3 * 0.693147 + (2 ** 0.0 * 7.389056 - 1 - 2), rel=1e-5)


def test_a_vae_learns_two_pictures_and_samples():
    mt.manual_seed(0)
    model, x = VAE(9, hidden=16, latent=2), mt.tensor([[1.0, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 1, 0, 1, 0, 1, 0, 0]])
    optimizer, losses = mt.optim.Adam(model.parameters(), lr=0.02), []
    for _ in range(200):
        optimizer.zero_grad()
        loss = vae_loss(*[(out := model(x))[0], x, out[1], out[2]])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.7 * losses[0]
    sample = model.sample(5, mt.Generator().manual_seed(1))
    assert sample.shape == (5, 9) and mt.equal(sample, model.sample(5, mt.Generator().manual_seed(1)))
    assert ((sample >= 0) & (sample <= 1)).all()


@pytest.mark.parametrize("size", [16, 32])
def test_generator_and_discriminator_fit(size):
    mt.manual_seed(0)
    make, judge = Generator(nz=5, ngf=4, nc=1, size=size), Discriminator(ndf=4, nc=1, size=size)
    make.apply(weights_init)
    pictures = make(mt.randn(3, 5, 1, 1))
    assert pictures.shape == (3, 1, size, size) and pictures.abs().max() <= 1
    assert judge(pictures).shape == (3,)
    assert abs(make.main[0].weight.std().item() - 0.02) < 0.005


def test_moco_moves_its_key_encoder_slowly_and_keeps_a_queue():
    mt.manual_seed(0)
    encoder = nn.Sequential(nn.Flatten(), nn.Linear(12, 8))
    model = MoCo(encoder, dim=8, K=12, m=0.9, T=0.1)
    queue, key = model.queue.clone(), model.encoder_k[1].weight.clone()
    with mt.no_grad():
        encoder[1].weight.add_(1)
    x = mt.randn(5, 3, 2, 2)
    logits, labels = model(x, x + 0.01 * mt.randn(5, 3, 2, 2))
    assert logits.shape == (5, 13) and labels.tolist() == [0] * 5
    assert mt.allclose(model.encoder_k[1].weight, key + 0.1, atol=1e-6)
    assert not mt.equal(model.queue[:, :5], queue[:, :5]) and mt.equal(model.queue[:, 5:], queue[:, 5:])
    q = nn.functional.normalize(model.encoder_q(x), dim=1)
    assert mt.allclose(logits[:, 1:], q @ queue / 0.1, atol=1e-5)      # those that were there, not the new ones
    nn.functional.cross_entropy(logits, labels).backward()
    assert encoder[1].weight.grad.any() and model.encoder_k[1].weight.grad is None
    for _ in range(2):
        model(x, x)
    assert model.queue_ptr.item() == 15 % 12
    assert mt.allclose(model.queue.norm(dim=0), mt.ones(12), atol=1e-5)


def test_vit_reads_every_patch():
    mt.manual_seed(0)
    model = VisionTransformer(size=8, patch=4, channels=1, num_classes=3, embed_dim=12, depth=1, num_heads=2).eval()
    x = mt.randn(1, 1, 8, 8, requires_grad=True)
    model(x).sum().backward()
    assert (x.grad != 0).all()
    with pytest.raises(ValueError, match="size=10 must be a multiple of patch=4"):
        VisionTransformer(size=10, patch=4)


def test_ncf_learns_who_likes_what():
    mt.manual_seed(0)
    model = NCF(6, 8, factors=4, layers=(16, 8))
    user, item = mt.arange(6).repeat_interleave(8), mt.arange(8).repeat(6)
    likes = ((user + item) % 3 == 0).float()
    optimizer = mt.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(150):
        optimizer.zero_grad()
        loss = nn.functional.binary_cross_entropy_with_logits(model(user, item), likes)
        loss.backward()
        optimizer.step()
    assert ((model(user, item) > 0) == (likes > 0)).float().mean() > 0.95
