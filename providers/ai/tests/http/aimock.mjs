// Runs aimock with the answers of the tests. `node aimock.mjs PACKAGE PNG` prints the URL of aimock, and exits when its
// standard input ends.
const [, , folder, png] = process.argv;
const { LLMock } = await import(`${folder}/dist/index.js`);

const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' });
mock.onModerate('forbidden', { flagged: true });
mock.onImage('whales', { images: [{ b64Json: png, revisedPrompt: 'Two whales' }, { b64Json: png }] });
mock.on(
  { endpoint: 'image', userMessage: 'blocked' },
  { error: { message: 'Rejected', type: 'image_generation_user_error', code: 'moderation_blocked' }, status: 400 },
);
mock.onMessage('cheerful', { content: JSON.stringify({ suggestions: ['Fair winds', 'Anchors down'] }) });
console.log(await mock.start());
process.stdin.on('end', () => process.exit()).resume();
