// Begins with the orders that are paid, and lists the products that run low. Start the server with `cargo run` first, and
// create a person: `cargo run -- staff create --site 1 --role shop --email tomas@example.com`. The command prints the
// token of an invitation, which this program takes as STOA_INVITATION.
import createClient from 'openapi-fetch';
import type { paths } from './api/staff.js';

const baseUrl = `${process.env.STOA_URL ?? 'http://127.0.0.1:8080'}/api/staff`;
const token = process.env.STOA_INVITATION ?? '';

const visitor = createClient<paths>({ baseUrl });
const accepted = await visitor.POST('/invitations/accept', {
  body: { token, name: 'Tomas Lind', password: 'two lighthouses over a wave' },
});
if (accepted.error) throw new Error(accepted.error.message);
const session = accepted.data.data;

const staff = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${session.token}` } });
const path = { siteId: 1 };
const stock = await staff.GET('/sites/{siteId}/stock', { params: { path, query: { limit: 3 } } });
if (stock.error) throw new Error(stock.error.message);
for (const item of stock.data.data) console.log(`${item.quantity} × ${item.productName}`);

let cursor: string | undefined;
do {
  const query = { status: 'paid' as const, cursor };
  const orders = await staff.GET('/sites/{siteId}/orders', { params: { path, query } });
  if (orders.error) throw new Error(orders.error.message);
  for (const { orderNumber } of orders.data.data) {
    const params = { path: { ...path, orderNumber } };
    const order = await staff.POST('/sites/{siteId}/orders/{orderNumber}/process', { params });
    if (order.error) throw new Error(order.error.message);
    console.log(`order ${orderNumber} is ${order.data.data.status}`);
  }
  cursor = orders.data.nextCursor ?? undefined;
} while (cursor);
