// Writes to the demo's widget and reads the conversation as events. Start the server with `cargo run` first. In a
// browser, `new EventSource(url)` reads them, and connects again by itself; Node.js reads the stream here.
import createClient from 'openapi-fetch';
import { answered } from './answered.js';
import type { components, paths } from './api/live-chat.js';

type ChatEvent = components['schemas']['ChatEvent'];

const client = createClient<paths>({
  baseUrl: `${process.env.STOA_URL ?? 'http://127.0.0.1:8080'}/api/public/chat`,
});

const visitor = { widgetId: 1, visitorId: crypto.randomUUID(), name: 'Mara' };
const begun = answered(await client.POST('/start', { body: visitor }));
const { conversationId, ephemeralToken, greetingMessage } = begun.data;
console.log(greetingMessage);

const stream = answered(
  await client.GET('/stream', {
    params: { query: { conversationId }, header: { 'Last-Event-ID': 'earliest' } },
    headers: { Authorization: `Bearer ${ephemeralToken}` },
    parseAs: 'stream',
  }),
);
for await (const event of events(stream)) {
  if (event.event === 'hello') {
    const body = { conversationId, ephemeralToken, body: 'Does the tote come in green?' };
    answered(await client.POST('/messages', { body }));
  } else if (event.event === 'message') {
    console.log(`${event.data.data.authorName}: ${event.data.data.body}`);
    break;
  }
}

/** The events of a stream: blocks of lines `name: value`, parted by empty lines. */
async function* events(stream: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of stream) {
    const blocks = (text + decoder.decode(piece, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n').map((line) => line.split(': '));
      const value = (name: string) => lines.find(([other]) => other === name)?.slice(1).join(': ');
      const data = value('data');
      if (data) yield { event: value('event'), data: JSON.parse(data) } as ChatEvent;
    }
  }
}
