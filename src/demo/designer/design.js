// The design on the server. The page creates it at the first change, and saves it shortly after each change.

const PAUSE = 800;     // Milliseconds from the last change until it is saved.

let design = blank();
let isShared = false;      // Whether another customer shared the design, which is then read-only.
let changes = 0;           // Number of changes.
let savedChanges = 0;      // Number of changes that the server has stored.
let saving = null;
let timer = 0;

function blank() {
  return {id: null, uuid: null, name: 'My design', layers: [], isPublic: false, status: 'draft', mockupUrl: null};
}

function showSaved(state, text) {
  const line = element('saved');
  line.dataset.state = state;
  // Screen readers would announce the same text again.
  if (line.textContent !== text) line.textContent = text;
}

function changed() {
  if (isShared) return;
  changes += 1;
  design.status = 'draft';
  showFinished();
  showSaved('changed', 'Not saved yet');
  clearTimeout(timer);
  timer = setTimeout(() => saved().catch(report), PAUSE);
}

// Waits until the server has stored all changes, one call at a time and in order.
async function saved() {
  clearTimeout(timer);
  while (savedChanges < changes) {
    saving ??= save().finally(() => { saving = null; });
    await saving;
  }
}

async function save() {
  const upTo = changes;
  showSaved('saving', 'Saving…');
  try {
    await begun();
    const {name, layers} = design;
    const body = {name: name.trim() || 'My design', layers, styleId: style.id ?? null};
    const answer = await call('PUT', `/designs/${design.id}`, body);
    savedChanges = upTo;
    if (savedChanges === changes) {
      design.status = answer.status;
      showSaved('saved', 'Saved');
    }
    report(null);
  } catch (failure) {
    showSaved('failed', 'Not saved');
    throw failure;
  }
  await showOwn();
}

// Creates the design when there is something to store in it.
let beginning = null;

async function begun() {
  if (design.id) return;
  const request = {productId: product.id, name: design.name.trim() || 'My design'};
  beginning ??= call('POST', '/designs', request).finally(() => { beginning = null; });
  const {id, uuid} = await beginning;
  Object.assign(design, {id, uuid});
  history.replaceState(null, '', `?design=${id}`);
  await showClaim();
}

// Starts an empty design of a product.
async function begin(productId) {
  design = blank();
  await showDesign(productId);
  showSaved('new', 'Not started');
  history.replaceState(null, '', `?product=${product.id}`);
}

async function showDesign(productId, styleId) {
  changes = savedChanges = 0;
  selected = null;
  element('shared').hidden = !isShared;
  element('keys').hidden = isShared;
  // Another customer's images cannot be read, so only the drawn picture is shown.
  const drawn = design.mockupUrl ?? design.thumbnailUrl;
  element('shared-picture').hidden = !isShared || !drawn;
  if (isShared && drawn) element('shared-picture').src = drawn;
  element('editor').hidden = element('ready').hidden = isShared;
  element('product').disabled = element('style').disabled = isShared;
  element('name').value = design.name;
  side = null;
  await showProduct(productId, styleId);
  await showVariants();
  showShared();
  showFinished();
}

async function open(id) {
  await saved();
  await showOpened(await call('GET', `/designs/${id}`));
  history.replaceState(null, '', `?design=${id}`);
  showSaved('saved', 'Saved');
}

async function showOpened(opened) {
  design = opened;
  const ids = [...new Set(design.layers.map(layer => layer.assetId).filter(Number.isInteger))];
  const missing = ids.filter(id => !urls.has(id));
  for (let from = 0; from < missing.length && !isShared; from += 100) {
    const assets = await call('POST', '/designs/assets', {ids: missing.slice(from, from + 100)});
    for (const asset of assets) urls.set(asset.id, asset.url);
  }
  await showDesign(design.productId, design.styleId);
}

element('name').addEventListener('input', () => {
  design.name = element('name').value;
  changed();
});

onClick('new', async () => {
  await saved();
  isShared = false;
  await begin(product.id);
});

// Adds an image to the design: an upload, or an image that the AI has drawn.
function putImage({id, url, width, height}) {
  urls.set(id, url);
  const across = Math.min(0.5, 0.8 * area.height / area.width * width / height);
  put({type: 'image', assetId: id, width: round(across), height: round(across * area.width / area.height * height / width)});
}

element('file').addEventListener('change', () => act(element('file'), async () => {
  const [file] = element('file').files;
  if (!file) return;
  const form = new FormData();
  form.append('file', file);
  try {
    await begun();
    putImage(await call('POST', `/designs/${design.id}/assets`, form));
  } finally {
    element('file').value = '';
  }
}));

onSubmit('ask', 'ask-image', async () => {
  await begun();
  putImage(await call('POST', `/designs/${design.id}/ai-image`, {prompt: element('prompt').value}));
});

onClick('ask-text', async () => {
  await begun();
  const body = {prompt: element('prompt').value, productName: product.name};
  const {suggestions} = await call('POST', `/designs/${design.id}/ai-text`, body);
  const list = element('suggestions');
  list.replaceChildren();
  for (const text of suggestions) clickable(add(list, 'li'), text, () => put({...newText(text), fontSize: 0.08}));
});

// A finished design can be bought.
function showFinished() {
  const isFinished = design.status === 'finalized' && Boolean(design.mockupUrl);
  element('finished').hidden = !isFinished;
  element('finalize').hidden = isFinished;
  if (!isFinished) return;
  element('mockup').src = element('mockup-link').href = design.mockupUrl;
}

onClick('finalize', async () => {
  if (design.layers.length === 0) throw new Error('Add something to the design first');
  await saved();
  await begun();
  const {status, mockupUrl} = await call('POST', `/designs/${design.id}/finalize`);
  Object.assign(design, {status, mockupUrl});
  element('bought').textContent = '';
  showFinished();
  await showOwn();
});

async function showVariants() {
  const {variants} = await call('GET', `/products/${product.slug}`);
  const choice = element('variant');
  choice.replaceChildren();
  for (const variant of variants) option(choice, variant.name, variant.id);
  element('variant-field').hidden = variants.length === 0;
}

onClick('buy', async () => {
  const variantId = element('variant').value ? Number(element('variant').value) : undefined;
  const line = {sessionId: cartSession(), productId: product.id, variantId, designId: design.uuid};
  const {quantity} = await call('POST', '/cart', line);
  const bought = element('bought');
  bought.textContent = `In the cart: ${quantity} × ${product.name}. `;
  add(bought, 'a', 'Go to the cart').href = '/demo/store';
});

function showShared() {
  element('share').setAttribute('aria-pressed', Boolean(design.isPublic));
  element('share').textContent = design.isPublic ? 'Stop sharing' : 'Share';
  element('link').hidden = !design.isPublic || isShared;
  const link = element('shared-link');
  link.href = `/demo/designer?shared=${design.uuid}`;
  link.textContent = link.href;
}

onClick('share', async () => {
  await saved();
  await begun();
  const {isPublic} = await call('POST', `/designs/${design.id}/share`, {isPublic: !design.isPublic});
  design.isPublic = isPublic;
  // Updates the thumbnail, so that visitors of the link see the current design.
  try {
    if (isPublic) await call('POST', '/designs/generate-thumbnail', {designId: design.id});
  } finally {
    showShared();
  }
});

// Opens a copy of a shared design or of a template.
async function copy(id) {
  await saved();
  const made = await call('POST', `/designs/${id}/clone`, {});
  isShared = false;
  await open(made.id);
  await showOwn();
  await showClaim();
}

onClick('copy', () => copy(design.id));

function showPicture(line, url) {
  const picture = add(line, 'img');
  picture.alt = '';
  if (url) picture.src = url;
}

async function showOwn() {
  const list = element('own');
  const own = await call('GET', '/designs');
  list.replaceChildren();
  for (const one of own) {
    const line = add(list, 'li');
    showPicture(line, one.thumbnailUrl ?? products.get(one.productId)?.images[0]?.url);
    clickable(line, one.name, () => open(one.id), 'plain name');
    if (one.status === 'finalized') add(line, 'span', 'finished', 'soft');
    const button = clickable(line, '×', async () => {
      await call('DELETE', `/designs/${one.id}`);
      if (one.id === design.id) {
        clearTimeout(timer);
        await begin(product.id);
      }
      await showOwn();
    }, 'plain remove');
    button.setAttribute('aria-label', `Delete ${one.name}`);
  }
  if (own.length === 0) add(list, 'li', 'No designs yet.', 'soft');
}

async function showTemplates() {
  const templates = await call('GET', '/designs?templates=1');
  element('templates-part').hidden = templates.length === 0;
  for (const one of templates) {
    const line = add(element('templates'), 'li');
    showPicture(line, one.thumbnailUrl ?? products.get(one.productId)?.images[0]?.url);
    clickable(line, one.name, () => copy(one.id), 'plain name');
  }
}
