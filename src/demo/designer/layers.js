// The list of layers, and the fields of the selected layer.

const NAMES = {text: 'Text', image: 'Picture', rect: 'Box', ellipse: 'Disc', line: 'Line', path: 'Drawing'};
const named = layer => layer.type === 'text' ? layer.text.replaceAll('\n', ' ') || 'Text' : NAMES[layer.type] ?? 'Something else';

function select(layer) {
  selected = layer;
  draw();
  showFields();
}

function put(layer) {
  design.layers.push({side: side.slug, x: 0.5, y: 0.5, rotation: 0, opacity: 1, ...layer});
  select(design.layers.at(-1));
  changed();
}

function remove(layer) {
  design.layers.splice(design.layers.indexOf(layer), 1);
  if (selected === layer) select(null);
  element('editor-title').focus({preventScroll: true});
}

// The topmost layer comes first.
function showLayers() {
  const list = element('layers');
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : null;
  list.replaceChildren();
  const here = design.layers.filter(onSide);
  for (const layer of here.toReversed()) {
    const line = add(list, 'li');
    const button = clickable(line, named(layer), () => select(layer), 'plain name');
    button.setAttribute('aria-pressed', layer === selected);
    const icon = (text, label, action) => {
      const made = clickable(line, text, action);
      made.setAttribute('aria-label', `${label}: ${named(layer)}`);
      return made;
    };
    icon('↑', 'Raise', () => swap(layer, here[here.indexOf(layer) + 1])).disabled = layer === here.at(-1);
    icon(layer.visible === false ? '○' : '●', layer.visible === false ? 'Show' : 'Hide', () => {
      layer.visible = layer.visible === false;
      draw();
      changed();
    });
    icon('×', 'Remove', () => {
      remove(layer);
      draw();
      changed();
    });
  }
  if (here.length === 0) add(list, 'li', 'Nothing yet.', 'soft');
  if (focused) [...list.querySelectorAll('button')].find(button => button.getAttribute('aria-label') === focused)?.focus();
}

function swap(layer, other) {
  if (!other) return;
  const [one, two] = [design.layers.indexOf(layer), design.layers.indexOf(other)];
  [design.layers[one], design.layers[two]] = [other, layer];
  draw();
  changed();
}

// The fields of the selected layer. Created when another layer is selected, and filled when the layer changes.
let shown = null;

function showFields() {
  const form = element('layer');
  form.hidden = !selected || isShared;
  if (!selected) {
    shown = null;
    return form.replaceChildren();
  }
  if (shown !== selected) {
    shown = selected;
    form.replaceChildren();
    makeFields(form, selected);
  }
  for (const field of form.elements) field.fill?.();
}

function makeFields(form, layer) {
  // A field for one key of the layer: how its value is shown, and how it is read.
  const field = (parent, name, label, attributes, key, show = value => value, read = value => value) => {
    const input = add(add(parent, 'label', `${label} `), name);
    Object.assign(input, attributes);
    input.id = `layer-${key}`;
    input.fill = () => {
      if (document.activeElement !== input || input.type === 'range') input.value = show(layer[key]);
    };
    input.addEventListener('input', () => {
      layer[key] = read(input.value);
      draw();
      changed();
    });
    return input;
  };
  const check = (parent, label, isOn, set) => {
    const box = add(parent, 'label', undefined, 'inline');
    const input = add(box, 'input');
    input.type = 'checkbox';
    add(box, 'span', label);
    input.fill = () => { input.checked = isOn(); };
    input.addEventListener('change', () => {
      set(input.checked);
      draw();
      changed();
    });
  };
  const percent = {type: 'range', step: 'any'};
  const colour = {type: 'color'};
  // A colour field accepts neither names of colours nor an empty value.
  const shownColour = value => /^#[0-9a-f]{6}$/i.test(value) ? value : '#000000';

  if (layer.type === 'text') {
    field(form, 'textarea', 'Text', {}, 'text');
    const row = add(form, 'div', undefined, 'pair');
    const family = field(row, 'select', 'Font', {}, 'fontFamily');
    for (const font of fonts) option(family, font.family, font.family);
    const weight = field(row, 'select', 'Weight', {}, 'fontWeight', value => value ?? 400, Number);
    const weights = () => {
      const known = fonts.find(font => font.family === layer.fontFamily)?.weights ?? [400];
      weight.replaceChildren();
      for (const one of known) option(weight, one, one);
      return known;
    };
    weights();
    family.addEventListener('input', () => {
      // The nearest weight that the font has.
      const off = one => Math.abs(one - (layer.fontWeight ?? 400));
      layer.fontWeight = weights().reduce((one, other) => off(other) < off(one) ? other : one);
      weight.fill();
      draw();
    });
    const more = add(form, 'div', undefined, 'pair');
    field(more, 'input', 'Colour', colour, 'fill', shownColour);
    field(more, 'input', 'Size', {...percent, min: 0.02, max: 0.6}, 'fontSize', value => value, value => round(Number(value)));
  } else if (layer.type !== 'image') {
    const row = add(form, 'div', undefined, 'three');
    if (layer.type !== 'line') field(row, 'input', 'Colour', colour, 'fill', shownColour);
    field(row, 'input', layer.type === 'line' ? 'Colour' : 'Edge', colour, 'stroke', shownColour);
    field(row, 'input', 'Its width', {...percent, min: 0, max: 0.1}, 'strokeWidth', value => value ?? 0.002, value => round(Number(value)));
  }
  if (layer.type !== 'text' && layer.type !== 'line') {
    const row = add(form, 'div', undefined, 'pair');
    for (const [key, label] of [['width', 'Width'], ['height', 'Height']]) {
      field(row, 'input', label, {...percent, min: 0.02, max: 1.5}, key, value => value, value => round(Number(value)));
    }
  }
  const row = add(form, 'div', undefined, 'pair');
  field(row, 'input', 'Turn', {type: 'range', min: 0, max: 359, step: 1}, 'rotation', value => value ?? 0, Number);
  field(row, 'input', 'Opacity', {type: 'range', min: 0.05, max: 1, step: 0.05}, 'opacity', value => value ?? 1, Number);
  const flips = add(form, 'div', undefined, 'buttons');
  check(flips, 'Mirrored', () => Boolean(layer.flipX), isOn => { layer.flipX = isOn; });
  if (layer.type === 'text') {
    check(flips, 'Slanted', () => layer.fontStyle === 'italic', isOn => { layer.fontStyle = isOn ? 'italic' : 'normal'; });
  }
}

element('layer').addEventListener('submit', event => event.preventDefault());

const newText = text => ({
  type: 'text', text, fontFamily: fonts[0]?.family ?? 'sans-serif', fontWeight: 400, fontSize: 0.14, fill: '#0f4c5c', align: 'center',
});

onClick('add-text', () => {
  put(newText('Ahoy!'));
  element('layer-text').focus();
  element('layer-text').select();
});
// Returns the size of a square on the product, whatever the shape of the print area.
const square = across => ({width: across, height: round(across * area.width / area.height)});
onClick('add-rect', () => put({type: 'rect', ...square(0.25), fill: '#fb8b24'}));
onClick('add-ellipse', () => put({type: 'ellipse', ...square(0.25), fill: '#7cc6d6'}));
onClick('add-line', () => put({type: 'line', width: 0.5, height: 0, stroke: '#9a031e', strokeWidth: 0.02}));
