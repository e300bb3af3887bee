// Begins with the orders that are paid, and lists the products that run low. Start the server with `cargo run` first,
// and create a person: `cargo run -- staff create --site 1 --role shop --email tomas@example.com`. The command prints a
// curl command. This program takes the `token` in its JSON as STOA_INVITATION.
import createClient from 'openapi-fetch';
import { answered } from './answered.js';
import type { paths } from './api/staff.js';

const baseUrl = `${process.env.STOA_URL ?? 'http://127.0.0.1:8080'}/api/staff`;
const token = process.env.STOA_INVITATION ?? '';

const visitor = createClient<paths>({ baseUrl });
const acceptance = { token, name: 'Tomas Lind', password: 'two lighthouses over a wave' };
const session = answered(await visitor.POST('/invitations/accept', { body: acceptance })).data;

const staff = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${session.token}` } });
const path = { siteId: 1 };
const stock = answered(await staff.GET('/sites/{siteId}/stock', { params: { path, query: { limit: 3 } } }));
for (const item of stock.data) console.log(`${item.quantity} × ${item.productName}`);

let cursor: string | undefined;
do {
  const query = { status: 'paid' as const, cursor };
  const orders = answered(await staff.GET('/sites/{siteId}/orders', { params: { path, query } }));
  for (const { orderNumber } of orders.data) {
    const params = { path: { ...path, orderNumber } };
    const order = answered(await staff.POST('/sites/{siteId}/orders/{orderNumber}/process', { params })).data;
    console.log(`order ${orderNumber} is ${order.status}`);
  }
  cursor = orders.nextCursor ?? undefined;
} while (cursor);
