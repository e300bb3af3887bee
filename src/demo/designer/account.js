// Login and logout, and claiming the designs that were made before the login.

let customer = null;

// Shows the page for a customer, or without a customer if the token is null.
function showCustomer(newToken) {
  token = newToken;
  if (!token) customer = null;
  keep('stoa-token', token);
  element('entry').hidden = Boolean(token);
  element('home').hidden = !token;
  if (!token) element('claim-part').hidden = true;
}

async function showAccount() {
  if (!token) return;
  customer = await call('GET', '/account');
  element('who').textContent = `Logged in as ${customer.email}.`;
  await showClaim();
}

// The designer session of the browser's cookie, while its designs can be claimed.
let session = null;

async function showClaim() {
  if (!customer) return;
  const {count, sessionId} = await call('GET', '/designs/anonymous/count');
  session = sessionId ?? null;
  element('claim-part').hidden = !count || !session;
  const designs = count === 1 ? 'One design belongs' : `${count} designs belong`;
  element('unclaimed').textContent = `${designs} to this browser only.`;
}

onClick('claim', async () => {
  const {claimed} = await call('POST', '/designs/claim', {sessionId: session, customerId: customer.id});
  element('note').textContent = `Added to your account: ${claimed}.`;
  await showClaim();
  await showOwn();
  element('account-title').focus();
});

const enter = action => async () => {
  const entered = {email: element('email').value, password: element('password').value};
  const answer = await call('POST', '/auth', {action, ...entered});
  element('password').value = '';
  element('note').textContent = '';
  showCustomer(answer.token);
  await showAccount();
  await showOwn();
  element('account-title').focus();
};

onSubmit('entry', 'login', enter('login'));
onClick('register', enter('register'));

onClick('logout', async () => {
  await saved();
  await call('POST', '/auth', {action: 'logout'});
  showCustomer(null);
  element('note').textContent = 'Logged out.';
  // Removes the customer's designs from the page.
  await begin(product.id);
  await showOwn();
  element('email').focus();
});
