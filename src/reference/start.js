// Renders an API's reference from its document; calls go to this server. `#operationId` leads to an operation,
// and the name of a webhook to the webhook.
'use strict';

const place = document.getElementById('reference');

async function draw() {
  const answer = await fetch(place.dataset.document);
  if (!answer.ok) throw new Error(`${place.dataset.document} answers ${answer.status}`);
  const description = await answer.json();
  followNames(description);
  const { key } = place.dataset;
  Scalar.createApiReference(place, {
    content: description,
    servers: [{ url: location.origin + place.dataset.api }],
    generateOperationSlug: (operation) => operation.operationId,
    generateWebhookSlug: (webhook) => webhook.name,
    // Fills in the demo's key, if the page has it.
    ...(key && {
      authentication: {
        preferredSecurityScheme: 'headerKey',
        securitySchemes: { headerKey: { value: key }, bearerKey: { token: key } },
      },
    }),
    // Turns off Scalar's own services: fonts, telemetry, assistant and app.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'none',
    defaultOpenFirstTag: false,
  });
}

/** Makes `#operationId` lead to the operation, and `#name` to the webhook, whatever Scalar's own anchors are. */
function followNames(description) {
  const items = Object.values(description.paths);
  const operations = items.flatMap((item) => Object.values(item)).filter(({ operationId }) => operationId);
  const places = new Map(operations.map(({ operationId, tags }) => [operationId, `#tag/${tags[0]}/${operationId}`]));
  for (const [name, { post }] of Object.entries(description.webhooks ?? {})) {
    places.set(name, `#tag/${post.tags[0]}/webhook/${name}`);
  }
  const follow = () => {
    const found = places.get(location.hash.slice(1));
    if (found) location.replace(found);
  };
  addEventListener('hashchange', follow);
  follow();
}

draw().catch((error) => {
  const text = document.createElement('p');
  text.textContent = `The reference cannot be shown: ${error.message}`;
  place.after(text);
});
