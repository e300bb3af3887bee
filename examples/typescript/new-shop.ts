// Sets up a shop from nothing: branding, products with pictures, shipping, a discount code, posts and a menu.
//
// The operator creates an empty site and invites its owner. Start the server with `cargo run` first:
//
//   echo '{"formatVersion": 1, "site": {"id": 7, "name": "Salt & Rope"}, "store": {}}' > salt-and-rope.json
//   cargo run -- site import salt-and-rope.json
//   cargo run -- staff create --site 7 --role owner --email ines@example.com
//
// The last command prints a curl command. This program takes the `token` in its JSON as STOA_INVITATION.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { answered } from './answered.js';
import type { paths as Pages } from './api/rest-v1.js';
import type { paths as Staff } from './api/staff.js';
import type { paths as Store } from './api/storefront.js';

const url = process.env.STOA_URL ?? 'http://127.0.0.1:8080';
const pictures = 'https://cdn.example.com/salt-and-rope';
const path = { siteId: 7 };

// The categories, with the names of their products and the prices in cents.
const categories = {
  Kitchen: { 'Sea salt': 600, 'Salt pouch': 1200, 'Enamel mug': 1800, 'Oak board': 4200, 'Linen towel': 2400 },
  Deck: { 'Rope mat': 5600, 'Brass hook': 1500, 'Door stop': 2900, 'Key float': 900, 'Canvas bag': 3800 },
};
// The titles of the posts, with their texts.
const posts = {
  'We are open': 'The shop on the quay has a door to the world now.',
  'How salt is made': 'Sun, wind and a lot of raking.',
  'A knot a month': 'We begin with the bowline.',
};
const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-');

const visitor = createClient<Staff>({ baseUrl: `${url}/api/staff` });
const acceptance = {
  token: process.env.STOA_INVITATION ?? '',
  name: 'Ines Alvarez',
  password: 'two lighthouses over a wave',
};
const session = answered(await visitor.POST('/invitations/accept', { body: acceptance })).data;
const headers = { Authorization: `Bearer ${session.token}` };
const shop = createClient<Staff>({ baseUrl: `${url}/api/staff`, headers });

// Any version: this program alone changes the site.
const header = { 'If-Match': '*' };
const branding = { primaryColor: '#0f4c5c', accentColor: '#e36414', logoUrl: `${pictures}/logo.svg` };
answered(
  await shop.PATCH('/sites/{siteId}/branding', {
    params: { path, header },
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: branding,
  }),
);

for (const [name, products] of Object.entries(categories)) {
  const body = { name, slug: slug(name) };
  const category = answered(await shop.POST('/sites/{siteId}/product-categories', { params: { path }, body })).data;
  for (const [name, price] of Object.entries(products)) {
    const status = 'active' as const;
    const body = { name, slug: slug(name), price, status, categoryId: category.id };
    const product = answered(await shop.POST('/sites/{siteId}/products', { params: { path }, body })).data;
    const params = { path: { ...path, productId: product.id } };
    const picture = { url: `${pictures}/${product.slug}.jpg`, alt: name };
    answered(await shop.POST('/sites/{siteId}/products/{productId}/images', { params, body: picture }));
  }
}

const rates = [
  { name: 'Standard', price: 700, freeAbove: 7500 },
  { name: 'Express', price: 1900 },
];
const zone = { name: 'United States', countries: ['US'], rates };
answered(await shop.POST('/sites/{siteId}/shipping-zones', { params: { path }, body: zone }));
const code = { code: 'WELCOME10', discountType: 'percent' as const, amount: 1000 };
answered(await shop.POST('/sites/{siteId}/discount-codes', { params: { path }, body: code }));

const body = { name: 'News', slug: 'news' };
const news = answered(await shop.POST('/sites/{siteId}/categories', { params: { path }, body })).data;
for (const [title, text] of Object.entries(posts)) {
  const content = { blocks: [{ type: 'text', text }], version: '1' };
  const body = { title, slug: slug(title), content, categoryIds: [news.id] };
  const post = answered(await shop.POST('/sites/{siteId}/posts', { params: { path }, body })).data;
  const params = { path: { ...path, postId: post.id } };
  answered(await shop.POST('/sites/{siteId}/posts/{postId}/publish', { params }));
}

const children = Object.keys(categories).map((label) => ({ label, href: `/store/${slug(label)}` }));
const items = [
  { label: 'Shop', href: '/store', children },
  { label: 'Journal', href: '/journal' },
];
answered(await shop.PUT('/sites/{siteId}/navigation', { params: { path, header }, body: { items } }));

// The pages of the shop read all of it, with the key that the owner creates for them.
const key = answered(await shop.POST('/sites/{siteId}/api-keys', { params: { path }, body: { name: 'Website' } })).data;
const pages = createClient<Pages>({ baseUrl: `${url}/api/v1`, headers: { 'x-api-key': key.secret } });
const store = createClient<Store>({ baseUrl: `${url}/api/storefront` });
const read = { params: { path } };
const shown = answered(await pages.GET('/sites/{siteId}/branding', read)).data;
assert.equal(shown.primaryColor, branding.primaryColor);

const inNews = { path, query: { category: 'news' } };
const published = answered(await pages.GET('/sites/{siteId}/posts', { params: inNews })).data;
assert.deepEqual(published.map(({ title }) => title).sort(), Object.keys(posts).sort());
for (const [title, text] of Object.entries(posts)) {
  const params = { path: { ...path, slug: slug(title) } };
  const post = answered(await pages.GET('/sites/{siteId}/posts/{slug}', { params })).data;
  assert.ok(post.content?.includes(text), title);
}
const menu = answered(await pages.GET('/sites/{siteId}/navigation', read)).data;
assert.deepEqual(
  menu.map(({ label, children }) => [label, children.map(({ label, href }) => ({ label, href }))]),
  [
    ['Shop', children],
    ['Journal', []],
  ],
);

const listed = answered(await store.GET('/{siteId}/categories', read)).data;
assert.deepEqual(listed.map(({ name }) => name).sort(), Object.keys(categories).sort());
let sold = 0;
for (const [category, products] of Object.entries(categories)) {
  const params = { path, query: { category: slug(category) } };
  for (const { name, price, image } of answered(await store.GET('/{siteId}/products', { params })).data) {
    assert.deepEqual([price, image], [new Map(Object.entries(products)).get(name), `${pictures}/${slug(name)}.jpg`]);
    sold += 1;
  }
}
const query = { country: 'US' };
const shipping = answered(await store.GET('/{siteId}/shipping', { params: { path, query } })).data;
assert.deepEqual(shipping.map(({ name, price }) => [name, price]), [['Standard', 700], ['Express', 1900]]);
const use = { code: 'welcome10', subtotal: 10_000 };
const discount = answered(await store.POST('/{siteId}/discount/validate', { params: { path }, body: use })).data;
assert.equal(discount.discountAmount, 1000);
console.log(
  `${sold} products, ${shipping.length} rates of shipping, ${published.length} posts and the code ${discount.code} are served`,
);
