"""The page at the server's address: draw a digit, or choose an image, and see how the network reads it."""

import json
import re
from html import escape

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>NAME</title>
<style nonce="NONCE">
body { font: 16px/1.4 system-ui, sans-serif; max-width: 42rem; margin: 0 auto; padding: 0 1rem;
       color-scheme: light dark }
h1 { font-size: 1.25rem; margin: .6rem 0 }
p { margin: .5rem 0 }
main { display: flex; flex-wrap: wrap; gap: 1rem 2rem }
main > :first-child { width: 280px }
#file { width: 100%; margin-top: .4rem }
canvas { background: #000; touch-action: none; border-radius: 6px; display: block }
canvas.draws { cursor: crosshair }
canvas.over { outline: 3px solid #0072b2 }
#read { font-size: 2.5rem; line-height: 1.1; min-height: 2.75rem; overflow-wrap: anywhere }
#sure { display: grid; grid-template-columns: auto 10rem auto; gap: .15rem .6rem; align-items: center }
meter { width: 100% }
</style>
<h1>NAME</h1>
BODY
</html>
"""
PLAIN = """<p>This network takes instances of shape SHAPE: POST {"instances": [x, …]} to
<code>/v1/models/NAME:predict</code>.</p>"""
DRAW = """<p>WORDS</p>
<main><div><canvas id="pad" width="280" height="280" aria-label="PADNAME"></canvas>
<p><button id="clear">Clear</button> <label id="turn"><input id="invert" type="checkbox"> Invert an image</label>
<input id="file" type="file" accept="image/*" aria-label="Choose an image"></p></div>
<div><div id="read" role="status"></div><div id="sure"></div></div></main>
<script nonce="NONCE">
const pad = document.getElementById("pad"), pen = pad.getContext("2d", {willReadFrequently: true});
const said = document.getElementById("read"), sure = document.getElementById("sure");
const file = document.getElementById("file"), invert = document.getElementById("invert");
const rows = ROWS, columns = COLUMNS, channels = CHANNELS, shape = SHAPE, classes = CLASSES, draws = DRAWS;
let last = null, asked = 0, given = null, sent = null;
function clear() {
  pen.fillStyle = "#000"; pen.fillRect(0, 0, 280, 280); asked++; given = null;
  said.textContent = sure.textContent = "";
}
function drawn() {   // what is drawn, as the data sets have it: for MNIST in a box of 20 of 28, its mass in the middle
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
function scaled() {   // the image that was given, in the network's size: one plane of grey, or three of colours
  const brush = new OffscreenCanvas(columns, rows).getContext("2d"), found = [];
  brush.imageSmoothingQuality = "high";
  brush.drawImage(given, 0, 0, columns, rows);
  const pixels = brush.getImageData(0, 0, columns, rows).data;
  for (let c = 0; c < channels; c++) for (let i = 0; i < pixels.length; i += 4) {
    const grey = 0.299 * pixels[i] + 0.587 * pixels[i + 1] + 0.114 * pixels[i + 2];
    const value = (channels === 1 ? grey : pixels[i + c]) / 255;
    found.push(invert.checked ? 1 - value : value);
  }
  return found;
}
function shaped(numbers, sizes) {
  if (sizes.length === 1) return numbers;
  const each = numbers.length / sizes[0];
  return [...Array(sizes[0]).keys()].map(n => shaped(numbers.slice(n * each, (n + 1) * each), sizes.slice(1)));
}
async function read() {
  const numbers = given ? scaled() : drawn(), mine = ++asked;
  if (!numbers) return;
  const ask = body => fetch(PREDICT, {method: "POST", body}), whole = given && !invert.checked && sent.type;
  const rows = JSON.stringify({instances: [shaped(numbers, shape)]});
  let answer = await ask(["image/png", "image/jpeg"].includes(whole) ? sent : rows);
  if ([413, 415].includes(answer.status)) answer = await ask(rows);    // a file too large, or a server without Pillow
  const found = await answer.json();
  if (mine !== asked) return;
  const scores = answer.ok && found.predictions[0];
  if (!Array.isArray(scores) || scores.length < 2 || Array.isArray(scores[0])) {
    sure.textContent = ""; said.textContent = answer.ok ? JSON.stringify(scores).slice(0, 200) : found.error; return;
  }
  const sum = scores.reduce((a, b) => a + b), most = Math.max(...scores);
  const shares = Math.min(...scores) >= 0 && Math.abs(sum - 1) < 1e-3 ? scores : scores.map(s => Math.exp(s - most));
  const total = shares.reduce((a, b) => a + b), order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  const name = n => classes && n in classes ? classes[n] : String(n);
  said.textContent = name(order[0]);
  sure.replaceChildren(...order.slice(0, 10).flatMap(n => {
    const label = document.createElement("span"), bar = document.createElement("meter");
    const share = document.createElement("span");
    label.textContent = name(n); bar.value = shares[n] / total; bar.setAttribute("aria-label", name(n));
    share.textContent = `${(100 * bar.value).toFixed(1)} %`;
    return [label, bar, share];
  }));
}
async function take(image) {
  if (!image) return;
  clear();
  try { given = await createImageBitmap(image, {imageOrientation: "none"}); } catch {
    said.textContent = "This is no image."; return;
  }
  sent = image;
  pen.drawImage(given, 0, 0, 280, 280);
  read();
}
if (draws) {
  pad.className = "draws";
  pad.onpointerdown = e => { if (given) clear(); last = [e.offsetX, e.offsetY]; pad.setPointerCapture(e.pointerId); };
  pad.onpointermove = e => {
    if (!last) return;
    pen.strokeStyle = "#fff"; pen.lineWidth = 26; pen.lineCap = "round";
    pen.beginPath(); pen.moveTo(...last); last = [e.offsetX, e.offsetY]; pen.lineTo(...last); pen.stroke();
  };
  pad.onpointerup = pad.onpointercancel = () => { if (last) { last = null; read(); } };
}
document.getElementById("turn").hidden = channels !== 1;
document.getElementById("clear").onclick = () => { file.value = ""; clear(); };
invert.onchange = () => { if (given) read(); };
file.onchange = () => take(file.files[0]);
document.ondragover = e => { e.preventDefault(); pad.classList.add("over"); };
document.ondragleave = () => pad.classList.remove("over");
document.ondrop = e => { e.preventDefault(); pad.classList.remove("over"); take(e.dataTransfer.files[0]); };
clear();
</script>"""


def page(name, served, nonce):
    """Return the HTML page; if the network takes no image, the page says how to send requests.

    nonce   a random text in the page's style and script; the browser runs no others
    """
    shape = [n or "any" for n in served.shape]
    is_image = len(shape) in (2, 3) and all(type(n) is int and n <= 1024 for n in shape) and (
        len(shape) == 2 or shape[0] in (1, 3))
    values = {"SHAPE": json.dumps(shape), "PREDICT": json.dumps(f"/v1/models/{name}:predict"), "NAME": escape(name),
              "NONCE": nonce}
    if is_image:
        channels = 1 if len(shape) == 2 else shape[0]
        draws = channels == 1 and max(shape) <= 100
        classes = json.dumps(served.classes).replace("<", "\\u003c")
        values |= {"ROWS": str(shape[-2]), "COLUMNS": str(shape[-1]), "CHANNELS": str(channels), "CLASSES": classes,
                   "DRAWS": json.dumps(draws), "PADNAME": "Draw a digit here" if draws else "The image",
                   "WORDS": "Draw a digit with the mouse, a pen or a finger; or drop or choose an image." if draws else
                   "Drop an image on this page, or choose one."}
    text = PAGE.replace("BODY", DRAW if is_image else PLAIN)
    return re.sub("|".join(sorted(values, key=len, reverse=True)), lambda word: values[word[0]], text)
