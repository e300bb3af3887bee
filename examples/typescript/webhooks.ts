// Receives a webhook and verifies it. Start the server with `cargo run -- serve --webhook-targets any` first, which allows
// an address of this machine, and create a person: `cargo run -- staff create --site 1 --role owner --email
// ines@example.com`. The command prints a curl command. This program takes the `token` in its JSON as STOA_INVITATION.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import { answered } from './answered.js';
import type { paths } from './api/staff.js';

const baseUrl = `${process.env.STOA_URL ?? 'http://127.0.0.1:8080'}/api/staff`;
const token = process.env.STOA_INVITATION ?? '';

const visitor = createClient<paths>({ baseUrl });
const acceptance = { token, name: 'Ines Alvarez', password: 'two lighthouses over a wave' };
const session = answered(await visitor.POST('/invitations/accept', { body: acceptance })).data;
const staff = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${session.token}` } });

let secret = '';
const receiver = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces).toString();
  // This throws unless the signature is valid and the timestamp is recent.
  new Webhook(secret).verify(body, request.headers as Record<string, string>);
  // A program with work to do stores the event with its id, which is the same in each attempt, and answers first.
  response.writeHead(204, { connection: 'close' }).end();
  const event = JSON.parse(body) as { type: string; data: { siteId: number } };
  console.log(`${event.type} of site ${event.data.siteId} is verified`);
  receiver.close();
});
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));

const path = { siteId: 1 };
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/stoa`;
const wish = { url, description: 'An example', events: [] };
const created = answered(await staff.POST('/sites/{siteId}/webhook-endpoints', { params: { path }, body: wish })).data;
secret = created.secret;
const endpoint = { params: { path: { ...path, webhookEndpointId: created.endpoint.id } } };
answered(await staff.POST('/sites/{siteId}/webhook-endpoints/{webhookEndpointId}/test', endpoint));
