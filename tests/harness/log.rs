//! The log of the whole suite, which must hold no secret. When a test drops its server, the log since the server's
//! start is searched for the secrets in its requests and responses, and for everything that looks like a secret.

use std::collections::BTreeSet;
use std::io;
use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;

use aho_corasick::AhoCorasick;
use serde_json::Value;

use super::{Request, encoded, hostile};

/// The log of this process, except for tests that capture their own log.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Substrings of every API key, e-mail address, client secret, provider's key and webhook secret in tests, and of most
/// session ids.
const SHAPES: [&str; 9] = [
    "svc_live_",
    "@example",
    "%40example",
    "_secret_",
    "sk_test_",
    "sk-harbor",
    "whsec_",
    "a session",
    "0d0f2a2e-7f0c",
];

/// Headers whose values are secret.
const HEADERS: [&str; 6] = [
    "authorization",
    "cookie",
    "idempotency-key",
    "stripe-signature",
    "x-api-key",
    "x-hmac-signature",
];

/// Parameters and body members whose values are secret or personal data.
const MEMBERS: [&str; 20] = [
    "augmentedPrompt",
    "clientSecret",
    "currentPassword",
    "customerEmail",
    "customerName",
    "customerPhone",
    "email",
    "ephemeralToken",
    "giftCertificateCode",
    "lastName",
    "line1",
    "newPassword",
    "password",
    "phone",
    "prompt",
    "recipientName",
    "secret",
    "sessionId",
    "token",
    "visitorId",
];

/// Lengths of secrets in bytes. Shorter values may be in a log by chance, and longer ones are hostile input, not
/// secrets.
const LENGTHS: RangeInclusive<usize> = 8..=255;

/// Values that must not be logged while this collection exists.
pub struct Secrets {
    /// Length of the log when this collection was created.
    since: usize,
    values: Mutex<BTreeSet<String>>,
}

impl Secrets {
    pub fn new() -> Self {
        static BEGIN: Once = Once::new();
        BEGIN.call_once(|| {
            let filter = stoa::log::filter("debug").unwrap();
            let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false);
            subscriber.with_writer(|| Writer).init();
        });
        Self { since: log().len(), values: Mutex::default() }
    }

    pub fn note_request(&self, request: &Request) {
        for (name, value) in &request.headers {
            if HEADERS.contains(name) {
                self.note(value.strip_prefix("Bearer ").unwrap_or(value));
            }
        }
        let query = request.target.split_once('?').map_or("", |(_, query)| query);
        for (name, value) in query.split('&').filter_map(|parameter| parameter.split_once('=')) {
            if MEMBERS.contains(&name) {
                self.note(value);
            }
        }
        self.note_body(request.body.as_bytes());
    }

    pub fn note_body(&self, body: &[u8]) {
        // A body that is not JSON has no members.
        if let Ok(json) = serde_json::from_slice(body) {
            self.note_members(&json);
        }
    }

    fn note_members(&self, json: &Value) {
        match json {
            Value::Object(members) => {
                for (name, value) in members {
                    match value {
                        Value::String(text) if MEMBERS.contains(&name.as_str()) => self.note(text),
                        _ => self.note_members(value),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.note_members(item)),
            _ => {}
        }
    }

    pub fn note(&self, value: &str) {
        // Tests send these hostile values in every place, and the server may log them where they are not secret.
        let is_hostile = hostile::VALUES
            .iter()
            .any(|hostile| value.as_bytes() == *hostile || value == encoded(hostile));
        // The path of `changePassword` ends with this word.
        let is_word = value == "password";
        if LENGTHS.contains(&value.len()) && !is_hostile && !is_word {
            let mut values = self.values.lock().unwrap();
            values.insert(encoded(value.as_bytes()));
            values.insert(value.to_owned());
        }
    }
}

impl Drop for Secrets {
    fn drop(&mut self) {
        let logged = log()[self.since..].to_vec();
        // The test has failed already, so the server's errors are printed instead.
        if thread::panicking() {
            let text = String::from_utf8_lossy(&logged);
            text.lines().filter(|line| line.contains("ERROR")).for_each(|line| println!("{line}"));
        } else {
            holds_no_secret(&logged, &self.values.lock().unwrap());
        }
    }
}

/// Panics with the first line that holds one of these secrets, or text that looks like a secret.
pub fn holds_no_secret(logged: &[u8], secrets: &BTreeSet<String>) {
    let all: Vec<&str> = SHAPES.into_iter().chain(secrets.iter().map(String::as_str)).collect();
    if let Some(found) = AhoCorasick::new(&all).unwrap().find(logged) {
        let begin = logged[..found.start()].iter().rposition(|byte| *byte == b'\n');
        let line = logged[begin.map_or(0, |at| at + 1)..].split(|byte| *byte == b'\n').next();
        let line = String::from_utf8_lossy(line.unwrap_or_default());
        panic!("`{}` is in the log: {line}", all[found.pattern().as_usize()]);
    }
}

fn log() -> MutexGuard<'static, Vec<u8>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Writer;

impl io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        log().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
