"""The page at the server's address: one draws a digit and sees what the network reads."""

import json
from html import escape

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>NAME</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem;
       color-scheme: light dark }
canvas { background: #000; touch-action: none; cursor: crosshair; border-radius: 6px }
#read { font-size: 4rem; line-height: 1; min-height: 4rem }
meter { width: 12rem }
</style>
<h1>NAME</h1>
BODY
</html>
"""
PLAIN = """<p>This network takes instances of shape SHAPE: POST {"instances": [x, …]} to
<code>/v1/models/NAME:predict</code>.</p>"""
DRAW = """<p>Draw a digit with the mouse, a pen or a finger.</p>
<canvas id="pad" width="280" height="280" aria-label="Draw a digit here"></canvas>
<p><button id="clear">Clear</button></p>
<p id="read" role="status"></p>
<div id="sure"></div>
<script>
const pad = document.getElementById("pad"), pen = pad.getContext("2d", {willReadFrequently: true});
const rows = ROWS, columns = COLUMNS, shape = SHAPE;
let last = null, asked = 0;
function clear() {
  pen.fillStyle = "#000"; pen.fillRect(0, 0, 280, 280); asked++;
  document.getElementById("read").textContent = ""; document.getElementById("sure").textContent = "";
}
function image() {   // what is drawn, as the data sets have it: for MNIST in a box of 20 of 28, its mass in the middle
  const data = pen.getImageData(0, 0, 280, 280).data;
  let top = 280, left = 280, bottom = -1, right = -1, mass = 0, down = 0, across = 0;
  for (let y = 0; y < 280; y++) for (let x = 0; x < 280; x++) {
    const ink = data[4 * (280 * y + x)];
    if (ink <= 40) continue;
    top = Math.min(top, y); bottom = Math.max(bottom, y); left = Math.min(left, x); right = Math.max(right, x);
    mass += ink; down += ink * (y + 0.5); across += ink * (x + 0.5);
  }
  if (bottom < 0) return null;
  const margin = rows >= 20 ? 2 / 7 : 0, height = bottom - top + 1, width = right - left + 1;
  const large = 10 * rows, wide = 10 * columns;
  const scale = Math.min((1 - margin) * large / height, (1 - margin) * wide / width);
  const small = new OffscreenCanvas(wide, large), brush = small.getContext("2d");
  const x = margin ? across / mass - left : width / 2, y = margin ? down / mass - top : height / 2;
  brush.drawImage(pad, left, top, width, height, wide / 2 - scale * x, large / 2 - scale * y,
                  scale * width, scale * height);
  const pixels = brush.getImageData(0, 0, wide, large).data, found = [];
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let y = 0; y < 10; y++) for (let x = 0; x < 10; x++) sum += pixels[4 * (wide * (10 * r + y) + 10 * c + x)];
    found.push(sum / 25500);
  }
  return found;
}
function shaped(numbers, sizes) {
  if (sizes.length === 1) return numbers;
  const each = numbers.length / sizes[0];
  return [...Array(sizes[0]).keys()].map(n => shaped(numbers.slice(n * each, (n + 1) * each), sizes.slice(1)));
}
async function read() {
  const numbers = image(), mine = ++asked;
  if (!numbers) return;
  const answer = await fetch(PREDICT, {method: "POST", body: JSON.stringify({instances: [shaped(numbers, shape)]})});
  const found = await answer.json();
  if (mine !== asked) return;
  if (!answer.ok) { document.getElementById("read").textContent = found.error; return; }
  const scores = found.predictions[0], most = Math.max(...scores), parts = scores.map(s => Math.exp(s - most));
  const total = parts.reduce((a, b) => a + b), order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  document.getElementById("read").textContent = order[0];
  document.getElementById("sure").replaceChildren(...order.slice(0, 3).map(n => {
    const line = document.createElement("div"), bar = document.createElement("meter");
    bar.value = parts[n] / total;
    line.append(`${n} `, bar, ` ${(100 * bar.value).toFixed(1)} %`);
    return line;
  }));
}
pad.onpointerdown = e => { last = [e.offsetX, e.offsetY]; pad.setPointerCapture(e.pointerId); };
pad.onpointermove = e => {
  if (!last) return;
  pen.strokeStyle = "#fff"; pen.lineWidth = 26; pen.lineCap = "round";
  pen.beginPath(); pen.moveTo(...last); last = [e.offsetX, e.offsetY]; pen.lineTo(...last); pen.stroke();
};
pad.onpointerup = pad.onpointercancel = () => { if (last) { last = null; read(); } };
document.getElementById("clear").onclick = clear;
clear();
</script>"""


def page(name, served):
    """The HTML; for a network that takes no image of one colour, how it is asked."""
    shape = [n or "any" for n in served.shape]
    is_image = len(shape) in (2, 3) and all(type(n) is int for n in shape) and (len(shape) == 2 or shape[0] == 1)
    body = DRAW if is_image and max(shape) <= 100 else PLAIN
    values = {"SHAPE": json.dumps(shape), "PREDICT": json.dumps(f"/v1/models/{name}:predict"), "NAME": escape(name)}
    if body is DRAW:
        values |= {"ROWS": str(shape[-2]), "COLUMNS": str(shape[-1])}
    text = PAGE.replace("BODY", body)
    for word, value in values.items():
        text = text.replace(word, value)
    return text
