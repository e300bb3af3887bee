// `answered` throws an error with the status of every answer that the document does not describe, such as a proxy's.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { answered, Refused } from './answered.js';
import type { paths } from './api/rest-v1.js';

const notFound = { success: false, message: 'Not found' };
const answers: [Response, string][] = [
  [Response.json(notFound, { status: 404, headers: { 'X-Error-Code': 'not_found' } }), '404 not_found: Not found'],
  [new Response('<h1>Bad gateway</h1>', { status: 502 }), '502: <h1>Bad gateway</h1>'],
  [new Response('', { status: 502, headers: { 'Content-Length': '0' } }), '502: no message'],
  [new Response(null, { status: 304 }), '304: no message'],
];
for (const [response, message] of answers) {
  const client = createClient<paths>({ baseUrl: 'http://stoa.invalid', fetch: async () => response });
  const call = await client.GET('/sites/{siteId}/tags', { params: { path: { siteId: 1 } } });
  assert.throws(
    () => answered(call),
    (error) => {
      assert(error instanceof Refused);
      assert.equal(error.status, response.status);
      assert.equal(error.message, `${message} (request null)`);
      return true;
    },
  );
}
