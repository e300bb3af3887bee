// Lists the demo's products, asks whether they have changed, and reads posts. Start the server with `cargo run` first.
import createClient from 'openapi-fetch';
import type { paths } from './api/rest-v1.js';

const path = { siteId: 1 };
const client = createClient<paths>({
  baseUrl: `${process.env.STOA_URL ?? 'http://127.0.0.1:8080'}/api/v1`,
  headers: { 'x-api-key': 'svc_live_demo0000000000000000000000000000' },
});

for (let page = 1, pages = 1; page <= pages; page++) {
  const query = { page, limit: 5 };
  const { data, error } = await client.GET('/sites/{siteId}/products', { params: { path, query } });
  if (error) throw new Error(error.message);
  for (const { price, name } of data.data) console.log(`${(price / 100).toFixed(2).padStart(8)}  ${name}`);
  pages = data.pagination.totalPages;
}

// A browser does this by itself. Elsewhere, keep the tag beside what was read.
const { response: first } = await client.GET('/sites/{siteId}/tags', { params: { path } });
const header = { 'If-None-Match': first.headers.get('ETag') ?? '' };
const { response: again } = await client.GET('/sites/{siteId}/tags', { params: { path, header } });
console.log(again.status === 304 ? 'the tags are as they were' : 'the tags have changed');

for (const slug of ['how-we-dye-our-canvas', 'no-such-post']) {
  const { data, error, response } = await client.GET('/sites/{siteId}/posts/{slug}', {
    params: { path: { ...path, slug } },
  });
  if (data) {
    console.log(data.data.title);
  } else if (response.headers.get('X-Error-Code') === 'not_found') {
    console.log(`${slug}: ${error.message}; see ${response.headers.get('Link')}`);
  } else {
    throw new Error(`${response.status}: ${error.message} (request ${response.headers.get('X-Request-Id')})`);
  }
}
