// Opens what the URL names: an own design, a shared design, or a product.

async function start() {
  const asked = new URLSearchParams(location.search);
  await Promise.all([loadProducts(), loadFonts()]);
  showCustomer(token);
  // An expired session is not an error.
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

// Asks before leaving while changes are not saved.
window.addEventListener('beforeunload', event => {
  if (savedChanges < changes) event.preventDefault();
});
window.addEventListener('resize', () => draw());

start().catch(async failure => {
  // The page still works with a new design.
  if (products.size > 0 && !product) await begin().catch(() => {});
  report(failure);
});
