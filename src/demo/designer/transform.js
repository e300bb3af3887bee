// Moves, turns and resizes layers by pointer and by keys.

const TURN = 5;            // Degrees per key press.
const STEP = 0.01;         // Fraction of the print area per key press.
const GROW = 1.05;         // Factor per key press.
const LARGEST = 4;         // Maximum size of a layer, in multiples of the print area.

const round = value => Math.round(value * 1e5) / 1e5;
const within = (value, least, most) => Math.min(most, Math.max(least, value));

// The position of the pointer, in fractions of the print area.
function pointAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(stage.getScreenCTM().inverse());
  return {x: (point.x - area.x) / area.width, y: (point.y - area.y) / area.height};
}

// Follows the pointer until it is released.
function follow(event, layer, move) {
  if (event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  const before = JSON.stringify(layer);
  if (selected !== layer) select(layer);
  const moved = next => {
    if (next.pointerId !== event.pointerId) return;
    move(next);
    draw();
  };
  const ended = next => {
    if (next.pointerId !== event.pointerId) return;
    window.removeEventListener('pointermove', moved);
    window.removeEventListener('pointerup', ended);
    window.removeEventListener('pointercancel', ended);
    if (JSON.stringify(layer) !== before) changed();
    showFields();
  };
  // Each move redraws the layer, so the listeners are on the window.
  window.addEventListener('pointermove', moved);
  window.addEventListener('pointerup', ended);
  window.addEventListener('pointercancel', ended);
}

function beginMove(event, layer) {
  const from = pointAt(event);
  const {x, y} = layer;
  follow(event, layer, next => {
    const to = pointAt(next);
    place(layer, x + to.x - from.x, y + to.y - from.y);
  });
}

function beginTurn(event, layer) {
  follow(event, layer, next => {
    const to = pointAt(next);
    const angle = Math.atan2((to.y - layer.y) * area.height, (to.x - layer.x) * area.width) * 180 / Math.PI + 90;
    // Snaps to quarter turns.
    const quarter = Math.round(angle / 90) * 90;
    turn(layer, Math.abs(angle - quarter) < 4 ? quarter : Math.round(angle));
  });
}

function beginResize(event, layer) {
  const distance = ({x, y}) => Math.hypot((x - layer.x) * area.width, (y - layer.y) * area.height) || 1;
  const from = distance(pointAt(event));
  const before = {...layer};
  follow(event, layer, next => {
    Object.assign(layer, before);
    grow(layer, distance(pointAt(next)) / from);
  });
}

function place(layer, x, y) {
  // Keeps the centre inside of the print area, so that the layer stays visible.
  layer.x = round(within(x, 0, 1));
  layer.y = round(within(y, 0, 1));
}

function turn(layer, degrees) {
  layer.rotation = ((Math.round(degrees) % 360) + 360) % 360;
}

function grow(layer, times) {
  const keys = layer.type === 'text' ? ['fontSize', 'width', 'letterSpacing'] : ['width', 'height'];
  const largest = Math.max(...keys.map(key => layer[key] ?? 0));
  const factor = within(times, 0.01 / Math.max(largest, 0.01), LARGEST / Math.max(largest, 0.01));
  for (const key of keys) if (layer[key]) layer[key] = round(layer[key] * factor);
}

function onKey(event, layer) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.shiftKey ? STEP * 5 : STEP;
  const keys = {
    ArrowLeft: () => place(layer, layer.x - step, layer.y),
    ArrowRight: () => place(layer, layer.x + step, layer.y),
    ArrowUp: () => place(layer, layer.x, layer.y - step),
    ArrowDown: () => place(layer, layer.x, layer.y + step),
    '+': () => grow(layer, GROW),
    '-': () => grow(layer, 1 / GROW),
    '[': () => turn(layer, (layer.rotation ?? 0) - TURN),
    ']': () => turn(layer, (layer.rotation ?? 0) + TURN),
    Delete: () => remove(layer),
    Escape: () => select(null),
  };
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
  if (event.key === 'Escape') return;
  draw();
  showFields();
  changed();
}

stage.addEventListener('pointerdown', () => select(null));
