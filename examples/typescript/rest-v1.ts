// Lists the demo's products, asks whether they have changed, and reads posts. Start the server with `cargo run` first.
import createClient from 'openapi-fetch';
import { answered } from './answered.js';
import type { paths } from './api/rest-v1.js';

const path = { siteId: 1 };
const client = createClient<paths>({
  baseUrl: `${process.env.STOA_URL ?? 'http://127.0.0.1:8080'}/api/v1`,
  headers: { 'x-api-key': 'svc_live_demo0000000000000000000000000000' },
});

for (let page = 1, pages = 1; page <= pages; page++) {
  const query = { page, limit: 5 };
  const listed = answered(await client.GET('/sites/{siteId}/products', { params: { path, query } }));
  for (const { price, name } of listed.data) console.log(`${(price / 100).toFixed(2).padStart(8)}  ${name}`);
  pages = listed.pagination.totalPages;
}

// A browser does this by itself. Elsewhere, store the tag next to the body that it belongs to. A 304 has neither `data`
// nor an `error`.
const first = await client.GET('/sites/{siteId}/tags', { params: { path } });
const tags = answered(first).data;
const header = { 'If-None-Match': first.response.headers.get('ETag') ?? '' };
const again = await client.GET('/sites/{siteId}/tags', { params: { path, header } });
if (again.response.status === 304) console.log(`${tags.length} tags, which have not changed`);
else console.log(`${answered(again).data.length} tags, which have changed`);

for (const slug of ['how-we-dye-our-canvas', 'no-such-post']) {
  const call = await client.GET('/sites/{siteId}/posts/{slug}', { params: { path: { ...path, slug } } });
  const { headers } = call.response;
  if (headers.get('X-Error-Code') === 'not_found') {
    console.log(`${slug}: ${call.error?.message}; see ${headers.get('Link')}`);
  } else {
    console.log(answered(call).data.title);
  }
}
