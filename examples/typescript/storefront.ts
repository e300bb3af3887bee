// Buys two mugs in the demo's store: cart, checkout, payment, order. Start the server with `cargo run` first.
import createClient from 'openapi-fetch';
import { answered } from './answered.js';
import type { paths } from './api/storefront.js';

const url = process.env.STOA_URL ?? 'http://127.0.0.1:8080';
const path = { siteId: 1 };
const client = createClient<paths>({ baseUrl: `${url}/api/storefront` });

const sessionId = crypto.randomUUID();
const item = { sessionId, productId: 4, quantity: 2 };
answered(await client.POST('/{siteId}/cart', { params: { path }, body: item }));
const cart = answered(await client.GET('/{siteId}/cart', { params: { path, query: { sessionId } } })).data;
for (const { quantity, productName, lineTotal } of cart.items) console.log(`${quantity} × ${productName}: ${lineTotal}`);

const place = { country: 'US', state: 'ME' };
const productIds = cart.items.map(({ productId }) => productId);
// What live rates are for, where the store has carriers.
const parcel = JSON.stringify({ lengthIn: 12, widthIn: 9, heightIn: 4, weightOz: 22.5 });
const query = { ...place, productIds, parcel };
const [cheapest] = answered(await client.GET('/{siteId}/shipping', { params: { path, query } })).data;
if (!cheapest) throw new Error('the store does not ship there');

// However often it has to be sent, it is one order.
const header = { 'Idempotency-Key': crypto.randomUUID() };
const customer = { customerEmail: 'mara@example.com', customerName: 'Mara Lindqvist' };
const body = { sessionId, ...customer, shippingAddress: place, shippingRateId: cheapest.id };
const placed = answered(await client.POST('/{siteId}/checkout', { params: { path, header }, body })).data;
console.log(`order ${placed.orderNumber}: ${placed.total} ${placed.currency} to pay`);

// What the payment provider's own library does in a browser; the demo's store has the built-in test provider.
const payment = { clientSecret: placed.clientSecret, outcome: 'succeeded' };
const paid = await fetch(`${url}/demo/store/payments`, { method: 'POST', body: JSON.stringify(payment) });
if (!paid.ok) throw new Error(`the payment was answered ${paid.status}`);

const order = answered(
  await client.GET('/{siteId}/orders/{orderNumber}', {
    params: { path: { ...path, orderNumber: placed.orderNumber }, query: { email: customer.customerEmail } },
  }),
).data;
console.log(`order ${order.orderNumber} is ${order.status}, payment ${order.paymentStatus}`);
