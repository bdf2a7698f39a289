"""Trains the network that reads the faces of dice, and writes it with its training log.

    python -m tools.dice.train --photographs FOLDER --work FOLDER

It needs PyTorch and onnx, which the project does not: install them into an environment of their own. Drawn crops are
kept in the work folder, so that a second run goes on without drawing them. A run that was stopped goes on from its last
judgement.
"""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from tablecam.sensing.dice.crops import WIDER
from tablecam.sensing.dice.faces import CLASSES, CROP_PX
from tools.dice.crops import CropSet, cut_photographs, draw_crops

WEIGHTS = Path(__file__).parents[2] / "tablecam/sensing/dice/weights"
# of each batch, how much is photographs
PHOTOGRAPHS = 0.25
BATCH, PEAK_RATE = 128, 4e-3
WIDTHS = (24, 48, 88, 128)
# drawn crops come in parts of this size, each with a seed of its own; held-out ones have the first part's seed + 1
PART, HELD_OUT_PART = 18_000, 2_000


def make_network() -> nn.Sequential:
    """Return the network: normalised crops (n, 3, size, size) to logits (n, classes)."""
    first, second, third, last = WIDTHS
    return nn.Sequential(
        *_convolve(3, first, side=5, step=2), *_convolve(first, second), nn.MaxPool2d(2),
        *_convolve(second, third), *_convolve(third, third), nn.MaxPool2d(2),
        *_convolve(third, last), nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.1), nn.Linear(last * 4, len(CLASSES)),
    )  # fmt: skip


def _convolve(inner: int, outer: int, side: int = 3, step: int = 1) -> tuple[nn.Module, ...]:
    convolution = nn.Conv2d(inner, outer, side, stride=step, padding=side // 2, bias=False)
    return convolution, nn.BatchNorm2d(outer), nn.ReLU(inplace=True)


@dataclass
class Samples:
    """Stored crops (n, size, size, 3) of uint8 and their classes (n,)."""

    images: Tensor
    labels: Tensor

    def draw_batch(self, chance: torch.Generator, size: int) -> tuple[Tensor, Tensor]:
        """Return random crops, each turned, shifted, coloured and lit at random, and their classes."""
        rows = torch.randint(len(self.labels), (size,), generator=chance)
        images = self.images[rows].permute(0, 3, 1, 2).float() / 255
        return spoil_colours(turn(images, chance, spread=1.0), chance), self.labels[rows]


def turn(images: Tensor, chance: torch.Generator, spread: float) -> Tensor:
    """Return the crops as the network sees them: turned by any angle, and scaled and shifted by a few per cent."""
    count = len(images)
    angle = spread * 2 * torch.pi * torch.rand(count, generator=chance)
    scale = (1 + spread * 0.1 * (2 * torch.rand(count, generator=chance) - 1)) / WIDER
    cosine, sine = scale * torch.cos(angle), scale * torch.sin(angle)
    shift = spread * 0.07 * (2 * torch.rand(count, 2, generator=chance) - 1)
    rows = (torch.stack([cosine, -sine, shift[:, 0]], 1), torch.stack([sine, cosine, shift[:, 1]], 1))
    grid = functional.affine_grid(torch.stack(rows, 1), [count, 3, CROP_PX, CROP_PX], align_corners=False)
    return functional.grid_sample(images, grid, padding_mode="border", align_corners=False)


def spoil_colours(images: Tensor, chance: torch.Generator) -> Tensor:
    """Return the crops with other colours, light and noise."""
    count = len(images)
    channels = torch.argsort(torch.rand(count, 3, generator=chance), 1)
    mixed = images.gather(1, channels[:, :, None, None].expand_as(images))
    grey = (torch.rand(count, 1, 1, 1, generator=chance) < 0.25).float()
    mixed = grey * mixed.mean(1, keepdim=True) + (1 - grey) * mixed
    gain = 0.75 + 0.5 * torch.rand(count, 3, 1, 1, generator=chance)
    negative = (torch.rand(count, 1, 1, 1, generator=chance) < 0.15).float()
    lit = gain * (negative * (1 - mixed) + (1 - negative) * mixed)
    noise = 0.03 * torch.rand(count, 1, 1, 1, generator=chance)
    return normalise(lit + noise * torch.randn(lit.shape, generator=chance))


def normalise(images: Tensor) -> Tensor:
    """Return crops with mean 0 and deviation 1, each on its own."""
    mean, deviation = images.mean((1, 2, 3), keepdim=True), images.std((1, 2, 3), keepdim=True, unbiased=False)
    return (images - mean) / (deviation + 0.02)


def load_drawn(folder: Path, seed: int, count: int, *, held_out: bool) -> Samples:
    """Return one part of the drawn crops, from the work folder if it was drawn before."""
    path = folder / f"drawn_{seed}.npz"
    if not path.exists():
        images, labels = draw_crops(seed, count, held_out=held_out).to_arrays()
        np.savez(path, x=images, y=labels)
    stored = np.load(path)
    return Samples(torch.from_numpy(stored["x"]), torch.from_numpy(stored["y"]))


def join(parts: list[Samples]) -> Samples:
    """Return several parts as one."""
    return Samples(torch.cat([part.images for part in parts]), torch.cat([part.labels for part in parts]))


def to_samples(crops: CropSet) -> Samples:
    """Return a set of crops as tensors."""
    images, labels = crops.to_arrays()
    return Samples(torch.from_numpy(images), torch.from_numpy(labels))


@torch.no_grad()
def judge(network: nn.Module, samples: Samples) -> dict[str, float]:
    """Return the share of crops that the network names right, and of those that it names wrong with 95 % certainty."""
    network.eval()
    chance = torch.Generator().manual_seed(0)
    batches = zip(samples.images.split(500), samples.labels.split(500), strict=True)
    right, wrong = 0, 0
    for images, labels in batches:
        seen = normalise(turn(images.permute(0, 3, 1, 2).float() / 255, chance, 0.0))
        certainty, best = network(seen).softmax(1).max(1)
        right += int((best == labels).sum())
        wrong += int(((best != labels) & (certainty > 0.95)).sum())
    return {"right": round(right / len(samples.labels), 4), "sure but wrong": round(wrong / len(samples.labels), 4)}


class Training:
    """One run: the network, its optimiser, and the averaged weights that are kept."""

    def __init__(self, drawn: Samples, photographs: Samples, seed: int) -> None:
        torch.manual_seed(seed)
        self.chance = torch.Generator().manual_seed(seed)
        self.drawn, self.photographs = drawn, photographs
        self.network = make_network().to(memory_format=torch.channels_last)
        self.averaged = torch.optim.swa_utils.AveragedModel(
            self.network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
        )
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=PEAK_RATE, weight_decay=0.02)

    def step(self, done: float) -> float:
        """Take one step of the optimiser, `done` being the share of the run that is over; return the loss."""
        self.network.train()
        for group in self.optimiser.param_groups:
            group["lr"] = PEAK_RATE * min(1.0, done / 0.05 + 0.02) * (0.5 + 0.5 * float(np.cos(np.pi * done)))
        count = round(BATCH * PHOTOGRAPHS)
        parts = (self.drawn.draw_batch(self.chance, BATCH - count), self.photographs.draw_batch(self.chance, count))
        images, labels = (torch.cat(pair) for pair in zip(*parts, strict=True))
        # brain floats: twice as fast on processors that have them
        with torch.autocast("cpu", torch.bfloat16):
            logits = self.network(images.contiguous(memory_format=torch.channels_last))
        loss = functional.cross_entropy(logits.float(), labels, label_smoothing=0.02)
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        self.averaged.update_parameters(self.network)
        return float(loss.detach())

    def save(self, path: Path, steps: int) -> None:
        """Keep the state, so that a run that was stopped can go on."""
        state = {"network": self.network.state_dict(), "averaged": self.averaged.state_dict(), "steps": steps}
        torch.save({**state, "optimiser": self.optimiser.state_dict(), "chance": self.chance.get_state()}, path)

    def load(self, path: Path) -> int:
        """Take up a state that was kept; return its number of steps."""
        state = torch.load(path, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.chance.set_state(state["chance"])
        return int(state["steps"])


def fuse(network: nn.Sequential) -> nn.Sequential:
    """Return the network without batch normalisation: each is folded into the convolution before it."""
    fused: list[nn.Module] = []
    for layer in network.eval():
        if isinstance(layer, nn.BatchNorm2d):
            fused[-1] = fuse_conv_bn_eval(fused[-1], layer)
        elif not isinstance(layer, nn.Dropout):
            fused.append(layer)
    return nn.Sequential(*fused)


def export(network: nn.Sequential, path: Path) -> None:
    """Write the network as ONNX."""
    path.parent.mkdir(exist_ok=True)
    example = torch.zeros(1, 3, CROP_PX, CROP_PX)
    names = {
        "input_names": ["crops"],
        "output_names": ["logits"],
        "dynamic_axes": {"crops": {0: "n"}, "logits": {0: "n"}},
    }
    torch.onnx.export(fuse(network), (example,), str(path), dynamo=False, opset_version=17, **names)


def run(arguments: argparse.Namespace) -> None:
    """Train for as many minutes as the arguments say, judge now and then, and write network and log."""
    torch.set_num_threads(1)
    work, started = arguments.work, time.monotonic()
    seeds = [arguments.seed, *range(arguments.seed + 2, arguments.seed + 1 + arguments.parts)]
    drawn = join([load_drawn(work, seed, PART, held_out=False) for seed in seeds])
    held_out = load_drawn(work, arguments.seed + 1, HELD_OUT_PART, held_out=True)
    photographs = {name: to_samples(crops) for name, crops in cut_photographs(arguments.photographs).items()}
    training = Training(drawn, photographs["training"], arguments.seed)
    state = work / "state.pt"
    steps = training.load(state) if state.exists() else 0
    record = arguments.out / "training.json"
    log: list[dict[str, object]] = json.loads(record.read_text(encoding="utf-8"))["log"] if steps else []
    print("drawn in", round(time.monotonic() - started), "s", flush=True)
    losses: list[float] = []
    while steps < arguments.steps:
        losses.append(training.step(steps / arguments.steps))
        steps += 1
        if steps % arguments.every == 0 or steps == arguments.steps:
            best = training.averaged.module
            log.append({
                "steps": steps, "seconds": round(time.monotonic() - started), "loss": round(float(np.mean(losses)), 4),
                "drawn crops": len(drawn.labels),
                "drawn, held out": judge(best, held_out), "photographs, held out": judge(best, photographs["held out"]),
            })  # fmt: skip
            losses.clear()
            print(json.dumps(log[-1]), flush=True)
            training.save(state, steps)
            write(training, log, arguments)


def write(training: Training, log: list[dict[str, object]], arguments: argparse.Namespace) -> None:
    """Write the averaged network and the log of the run."""
    export(training.averaged.module, arguments.out / "faces.onnx")
    training.network.train()
    facts = {
        "seed": arguments.seed, "batch": BATCH,
        "photographed crops": len(training.photographs.labels), "torch": torch.__version__, "steps": arguments.steps,
        "log": log,
    }  # fmt: skip
    (arguments.out / "training.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def parse() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", type=Path, required=True, help="the folder with labels.json")
    parser.add_argument("--work", type=Path, default=Path("/tmp/dice_training"))
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--seed", type=int, default=40)
    parser.add_argument("--parts", type=int, default=3, help="parts of drawn crops, each of 18,000")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--every", type=int, default=250, help="steps between two judgements")
    return parser.parse_args()


if __name__ == "__main__":
    run(parse())
