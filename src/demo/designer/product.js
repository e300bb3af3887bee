// The product that is designed, in one of its styles, with one side in view.

const products = new Map();    // Designable products by id.
let product = null;
let style = null;
let side = null;
let area = {x: 0, y: 0, width: 1, height: 1};    // The print area, in pixels of the mock-up.
let mockup = {url: null, width: 1000, height: 1000};

async function loadProducts() {
  const listed = await call('GET', '/products?limit=100&sort=featured');
  const found = await Promise.all(listed.map(({id}) => call('GET', `/products/${id}`)));
  for (const one of found) {
    if (!one.isDesignable && !one.designable) continue;
    products.set(one.id, one);
    option(element('product'), one.name, one.id);
  }
  if (products.size === 0) throw new Error('The store has no products that can be designed');
}

async function showProduct(id, styleId) {
  product = products.get(id) ?? products.values().next().value;
  element('product').value = product.id;
  const choice = element('style');
  choice.replaceChildren();
  for (const one of product.styles) option(choice, one.name, one.id);
  element('style-field').hidden = product.styles.length < 2;
  await showStyle(styleId);
}

async function showStyle(id) {
  const white = {sides: [{slug: 'front', name: 'Front', mockupImage: null}]};
  style = product.styles.find(one => one.id === id) ?? product.styles[0] ?? white;
  if (style.id) element('style').value = style.id;
  const group = element('sides');
  group.replaceChildren();
  for (const one of style.sides) {
    clickable(group, one.name, () => showSide(one)).dataset.side = one.slug;
  }
  group.hidden = style.sides.length < 2;
  await showSide(style.sides.find(one => one.slug === side?.slug) ?? style.sides[0]);
}

async function showSide(one) {
  side = one;
  for (const button of element('sides').children) button.setAttribute('aria-pressed', button.dataset.side === one.slug);
  select(null);
  mockup = await loaded(one.mockupImage);
  const {width, height} = mockup;
  const [x, y, w, h] = [one.printAreaX, one.printAreaY, one.printAreaWidth, one.printAreaHeight].map(Number);
  // The print area is given in fractions of the mock-up, or in pixels.
  const isFractions = [x, y, w, h].every(value => value <= 1);
  area = !(w > 0 && h > 0) ? {x: 0, y: 0, width, height}
    : isFractions ? {x: x * width, y: y * height, width: w * width, height: h * height}
    : {x, y, width: w, height: h};
  draw();
}

// Loads a mock-up with its size. Without a mock-up, the product is white, as on the server.
function loaded(url) {
  return new Promise(resolve => {
    const white = {url: null, width: 1000, height: 1000};
    if (!url) return resolve(white);
    const image = new Image();
    image.onload = () => resolve({url, width: image.naturalWidth, height: image.naturalHeight});
    image.onerror = () => resolve(white);
    image.src = url;
  });
}

element('product').addEventListener('change', () => act(element('product'), async () => {
  await saved();
  await begin(Number(element('product').value));
}));

element('style').addEventListener('change', () => act(element('style'), async () => {
  await showStyle(Number(element('style').value));
  changed();
}));

// Loads the server's fonts for designs, by its style sheets.
const fonts = [];

async function loadFonts() {
  fonts.push(...await call('GET', '/designs/fonts'));
  for (const font of fonts) {
    if (!font.url) continue;
    const sheet = document.head.appendChild(document.createElement('link'));
    sheet.rel = 'stylesheet';
    // Loads the sheet from this page's own origin, which may differ from the public URL.
    sheet.href = new URL(font.url, location.href).pathname;
  }
  // Draws again when a font has loaded, because the size of text depends on its font.
  document.fonts.addEventListener('loadingdone', () => draw());
}
