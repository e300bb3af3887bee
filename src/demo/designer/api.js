'use strict';

// Calls of the API, and helpers to build the page's elements.

const API = '/api/storefront/1';

const element = id => document.getElementById(id);
const error = element('error');
let token = kept('stoa-token');    // The customer's session token, shared with the store's page.

// Returns the API's data, or throws an error with its message. The browser sends the cookie of the designer session.
async function call(method, path, body) {
  let response, answer;
  const headers = {};
  const isForm = body instanceof FormData;
  if (body && !isForm) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    response = await fetch(API + path, {method, headers, body: isForm ? body : body && JSON.stringify(body)});
    answer = await response.json();
  } catch {
    throw new Error('The server cannot be reached');
  }
  // The customer's session has ended.
  if (response.status === 401 && headers.Authorization) showCustomer(null);
  if (!answer.success) throw Object.assign(new Error(answer.message), {status: response.status});
  // One operation answers without `data`.
  return answer.data ?? answer;
}

function report(failure) {
  error.textContent = failure?.message ?? '';
}

// Runs the action of a click with its button disabled, and shows its error.
async function act(button, action) {
  button.disabled = true;
  try {
    await action();
    report(null);
  } catch (failure) {
    report(failure);
  }
  button.disabled = false;
}

function onClick(id, action) {
  element(id).addEventListener('click', () => act(element(id), action));
}

function onSubmit(form, button, action) {
  element(form).addEventListener('submit', event => {
    event.preventDefault();
    act(element(button), action);
  });
}

function add(parent, name, text, className) {
  const child = parent.appendChild(document.createElement(name));
  if (text !== undefined) child.textContent = text;
  if (className) child.className = className;
  return child;
}

function clickable(parent, text, action, className = 'plain') {
  const button = add(parent, 'button', text, className);
  button.type = 'button';
  button.addEventListener('click', () => act(button, action));
  return button;
}

function option(parent, text, value) {
  add(parent, 'option', text).value = value;
}

// Reads from the local storage. Returns null if the browser has no local storage.
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {}
}

// The cart's session id, shared with the store's page.
function cartSession() {
  let session = kept('stoa-session');
  if (!session) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    session = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
    keep('stoa-session', session);
  }
  return session;
}
