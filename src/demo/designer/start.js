// Opens the customer's own design, the shared design, or the product that the URL names.

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

// Makes the browser ask before it leaves the page while changes are not saved.
window.addEventListener('beforeunload', event => {
  if (savedChanges < changes) event.preventDefault();
});
window.addEventListener('resize', () => draw());

start().catch(async failure => {
  // The page still works with a new design.
  if (products.size > 0 && !product) await begin().catch(() => {});
  report(failure);
});
