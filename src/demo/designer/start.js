// What the address asks for: a design of one's own, one that is shared, or a product.

async function start() {
  const asked = new URLSearchParams(location.search);
  await Promise.all([loadProducts(), loadFonts()]);
  showCustomer(token);
  // A session that has ended meanwhile is nobody's fault.
  await showAccount().catch(failure => { if (token) throw failure; });
  if (asked.has('shared')) {
    const opened = await call('GET', `/designs/public/${encodeURIComponent(asked.get('shared'))}`);
    isShared = true;
    await showOpened(opened);
  } else if (asked.has('design')) {
    await open(asked.get('design'));
  } else {
    await begin(Number(asked.get('product')));
  }
  await Promise.all([showOwn(), showTemplates()]);
}

// Who leaves before the last change is saved is asked.
window.addEventListener('beforeunload', event => {
  if (savedChanges < changes) event.preventDefault();
});
window.addEventListener('resize', () => draw());

start().catch(async failure => {
  // The page works all the same, with another design.
  if (products.size > 0 && !product) await begin().catch(() => {});
  report(failure);
});
