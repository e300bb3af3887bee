// Draws the layers as an SVG over the mock-up, with the same shapes as the server.

const SVG = 'http://www.w3.org/2000/svg';
const stage = element('stage');
const urls = new Map();    // URLs of images by asset id.
let selected = null;       // The selected layer.

function shape(parent, name, attributes, className) {
  const child = parent.appendChild(document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) child.setAttribute(key, value);
  }
  if (className) child.setAttribute('class', className);
  return child;
}

const onSide = layer => (layer.side ?? style.sides[0].slug) === side.slug;

function draw() {
  if (!side) return;
  // The layer with the focus gets it back below.
  const focused = document.activeElement?.dataset?.layer;
  stage.replaceChildren();
  stage.setAttribute('viewBox', `0 0 ${mockup.width} ${mockup.height}`);
  if (mockup.url) shape(stage, 'image', {href: mockup.url, width: mockup.width, height: mockup.height});
  else shape(stage, 'rect', {width: mockup.width, height: mockup.height, fill: '#fff'});
  shape(stage, 'rect', area, 'area');
  // Clips the layers to the print area, as in print.
  const print = shape(stage, 'svg', {...area, viewBox: `0 0 ${area.width} ${area.height}`, overflow: 'hidden'});
  for (const [index, layer] of design.layers.entries()) {
    if (onSide(layer) && layer.visible !== false) drawLayer(print, layer, index);
  }
  if (selected && onSide(selected) && selected.visible !== false) drawSelection();
  if (focused !== undefined) stage.querySelector(`[data-layer="${focused}"]`)?.focus({preventScroll: true});
  showLayers();
}

function drawLayer(print, layer, index) {
  const [x, y] = [layer.x * area.width, layer.y * area.height];
  const turned = `translate(${x} ${y}) rotate(${layer.rotation ?? 0})`;
  const group = shape(print, 'g', {
    transform: `${turned} scale(${layer.flipX ? -1 : 1} ${layer.flipY ? -1 : 1})`,
    opacity: layer.opacity ?? 1,
    tabindex: isShared ? null : 0,
    role: isShared ? 'img' : 'button',
    'aria-pressed': isShared ? null : layer === selected,
    'aria-label': named(layer),
    'data-layer': index,
  }, 'layer');
  DRAWN[layer.type]?.(group, layer);
  const box = boxOf(group, layer);
  shape(group, 'rect', {x: -box.width / 2 + box.x, y: -box.height / 2 + box.y, width: box.width, height: box.height}, 'hit');
  if (isShared) return;
  group.addEventListener('pointerdown', event => beginMove(event, layer));
  group.addEventListener('focus', () => {
    if (selected !== layer) select(layer);
  });
  group.addEventListener('keydown', event => onKey(event, layer));
}

// Draws each type of layer around its centre.
const DRAWN = {
  text(group, layer) {
    const size = sizeOf(layer);
    const lines = String(layer.text).replace(/\n$/, '').split('\n');
    const gap = size * (layer.lineHeight ?? 1.2);
    const half = (layer.width ?? 0) * area.width / 2;
    const [anchor, x] = {left: ['start', -half], right: ['end', half]}[layer.align] ?? ['middle', 0];
    const text = shape(group, 'text', {
      ...paint(layer), 'font-family': `"${layer.fontFamily ?? fonts[0]?.family ?? 'sans-serif'}"`, 'font-weight': layer.fontWeight ?? 400,
      'font-style': layer.fontStyle ?? 'normal', 'font-size': size, 'text-anchor': anchor,
      'letter-spacing': (layer.letterSpacing ?? 0) * area.height, 'xml:space': 'preserve',
    });
    lines.forEach((line, index) => {
      const y = (index - (lines.length - 1) / 2) * gap + size * 0.35;
      shape(text, 'tspan', {x, y}).textContent = line;
    });
  },
  image(group, layer) {
    const [width, height] = extent(layer);
    const href = urls.get(layer.assetId);
    if (href) shape(group, 'image', {href, x: -width / 2, y: -height / 2, width, height, preserveAspectRatio: 'none'});
  },
  rect(group, layer) {
    const [width, height] = extent(layer);
    shape(group, 'rect', {x: -width / 2, y: -height / 2, width, height, ...paint(layer)});
  },
  ellipse(group, layer) {
    const [width, height] = extent(layer);
    shape(group, 'ellipse', {rx: width / 2, ry: height / 2, ...paint(layer)});
  },
  line(group, layer) {
    const [width, height] = extent(layer);
    shape(group, 'line', {x1: -width / 2, y1: -height / 2, x2: width / 2, y2: height / 2, ...paint(layer)});
  },
  // Stretches the path so that its bounding box is that of the layer.
  path(group, layer) {
    const [width, height] = extent(layer);
    const path = shape(group, 'path', {d: layer.d, ...paint(layer)});
    const own = path.getBBox();
    const [across, down] = [own.width ? width / own.width : 1, own.height ? height / own.height : 1];
    const [x, y] = [-(own.x + own.width / 2) * across, -(own.y + own.height / 2) * down];
    path.setAttribute('transform', `matrix(${across} 0 0 ${down} ${x} ${y})`);
    path.setAttribute('stroke-width', (layer.strokeWidth ?? 0.002) * area.height / Math.sqrt(across * down));
  },
};

const extent = layer => [(layer.width ?? 0.2) * area.width, (layer.height ?? 0.2) * area.height];
const sizeOf = layer => (layer.fontSize ?? 0.1) * area.height;
const paint = layer => ({
  fill: layer.fill ?? 'black', stroke: layer.stroke, 'stroke-width': (layer.strokeWidth ?? 0.002) * area.height,
});

// Returns the area that the pointer can drag, around the layer's centre: the extent of the layer or of its text.
function boxOf(group, layer) {
  if (layer.type !== 'text') {
    const [width, height] = extent(layer);
    return {x: 0, y: 0, width: Math.max(width, 12), height: Math.max(height, 12)};
  }
  const {x, y, width, height} = group.getBBox();
  return {x: x + width / 2, y: y + height / 2, width: Math.max(width, 24), height: Math.max(height, 24)};
}

function drawSelection() {
  const group = stage.querySelector(`[data-layer="${design.layers.indexOf(selected)}"]`);
  const box = boxOf(group, selected);
  const [left, top] = [box.x - box.width / 2, box.y - box.height / 2];
  // The handles are equally large on every screen.
  const unit = mockup.width / (stage.getBoundingClientRect().width || mockup.width);
  const at = `translate(${area.x + selected.x * area.width} ${area.y + selected.y * area.height})`;
  const frame = shape(stage, 'g', {transform: `${at} rotate(${selected.rotation ?? 0})`});
  shape(frame, 'rect', {x: left, y: top, width: box.width, height: box.height}, 'selected');
  shape(frame, 'line', {x1: box.x, y1: top, x2: box.x, y2: top - 26 * unit}, 'stem');
  const turn = shape(frame, 'circle', {cx: box.x, cy: top - 26 * unit, r: 9 * unit}, 'handle turn');
  turn.addEventListener('pointerdown', event => beginTurn(event, selected));
  const size = 18 * unit;
  const corner = {x: left + box.width - size / 2, y: top + box.height - size / 2, width: size, height: size};
  shape(frame, 'rect', corner, 'handle resize').addEventListener('pointerdown', event => beginResize(event, selected));
}
