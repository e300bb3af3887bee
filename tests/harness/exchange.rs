//! A request with its response, and how snapshots show both.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use http::StatusCode;
use serde_json::Value;

use super::database::built_at;
use super::sites::KEYS;
use super::wire::Response;
use crate::contract::{self, document::Operation};

/// A request and its response, which has passed the contract check.
pub struct Exchange {
    pub response: Response,
    /// Null if the body is not JSON.
    pub json: Value,
    pub operation: Option<&'static Operation>,
    method: &'static str,
    target: String,
    request_headers: Vec<(&'static str, String)>,
    /// Null if the request had no JSON body.
    request_json: Value,
}

/// Folder of the snapshots. An API may have a subfolder: see [`Operation::folder`].
pub const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");

/// Response headers in snapshots, each with a placeholder if its value means nothing to a reader.
const SHOWN_HEADERS: [(&str, Option<&str>); 13] = [
    ("content-type", None),
    ("x-error-code", None),
    ("location", None),
    ("set-cookie", None),
    ("content-encoding", None),
    ("cache-control", None),
    ("allow", None),
    ("retry-after", None),
    ("idempotent-replayed", None),
    ("x-ratelimit-limit", None),
    ("x-ratelimit-remaining", None),
    ("etag", Some("[tag]")),
    ("x-request-id", Some("[id]")),
];

/// Ids from here on are random: no sequence gets this far in a test, and hardly any random 53-bit number is smaller.
const SOME_RANDOM_ID: i64 = 1_000_000_000;

/// Length in characters of a session token, of a customer or of a designer session.
const SESSION_TOKEN: usize = 43;

impl Exchange {
    pub fn checked(
        method: &'static str,
        target: String,
        request_headers: Vec<(&'static str, String)>,
        request_body: &str,
        response: Response,
    ) -> Self {
        let path = target.split('?').next().unwrap_or_default();
        let Response { status, headers, body, .. } = &response;
        let checked =
            contract::check(&contract::Answer { method, path, status: *status, headers, body });
        let operation = checked.unwrap_or_else(|error| {
            let body = String::from_utf8_lossy(body);
            panic!("{method} {target:.2000}\nbreaks the contract: {error:#}\n{status} {headers:#?}\n{body}")
        });
        let json = serde_json::from_slice(&response.body).unwrap_or(Value::Null);
        let request_json = serde_json::from_str(request_body).unwrap_or(Value::Null);
        Self { response, json, operation, method, target, request_headers, request_json }
    }

    pub fn status(&self) -> u16 {
        self.response.status
    }

    pub fn message(&self) -> &str {
        self.json["message"].as_str().unwrap_or_default()
    }

    /// Status and message.
    pub fn outcome(&self) -> (u16, &str) {
        (self.status(), self.message())
    }

    /// Asserts this status, and shows the message of another.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status(), status, "{}", self.message());
        self
    }

    /// The header's value, or an empty string.
    pub fn header(&self, name: &str) -> &str {
        self.response.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Whether the `Vary` header names this request header.
    pub fn varies_by(&self, header: &str) -> bool {
        let lines = self.response.headers.get_all("vary").iter();
        lines.flat_map(|line| line.to_str().unwrap().split(',')).any(|name| name.trim() == header)
    }

    /// This member of each item in the list `data`.
    pub fn each(&self, member: &str) -> Vec<&Value> {
        self.json["data"].as_array().unwrap().iter().map(|item| &item[member]).collect()
    }

    /// The ids in the list `data`.
    pub fn ids(&self) -> Vec<i64> {
        self.each("id").into_iter().map(|id| id.as_i64().unwrap()).collect()
    }

    /// Compares the whole exchange with `<name>.snap` in the operation's folder. The name is the operation and the
    /// status, followed by a case where there are several: `list_posts__200_second_page`.
    pub fn snapshot(self, name: &str) -> Self {
        let (folder, operation) = self
            .operation
            .map_or(("", "elsewhere"), |operation| (operation.folder, operation.id.as_str()));
        let expected = format!("{operation}__{}", self.status());
        let case = name
            .strip_prefix(&expected)
            .unwrap_or_else(|| panic!("{name} is {expected}: {}", self.text()));
        assert!(case.is_empty() || case.starts_with('_'), "{name} is not {expected}_…");
        assert_snapshot(folder, name, &self.text());
        self
    }

    /// Operation, status, message, and the headers that a snapshot would show.
    fn row(&self) -> String {
        let operation = self.operation.expect("a response of an operation");
        let name = Path::new(operation.folder).join(&operation.id);
        let headers = SHOWN_HEADERS.iter().filter_map(|(header, placeholder)| {
            let is_told = !["content-type", "x-request-id"].contains(header)
                && !self.header(header).is_empty();
            let value = placeholder.unwrap_or_else(|| self.header(header));
            is_told.then(|| format!("{header}: {value}"))
        });
        let message = Some(self.message().to_owned()).filter(|message| !message.is_empty());
        let parts: Vec<String> = message.into_iter().chain(headers).collect();
        format!("{}__{}: {}", name.display(), self.status(), parts.join("; "))
    }

    fn text(&self) -> String {
        let mut text =
            format!("{} {}\n", self.method, without_random(&without_token(&self.target)));
        for (name, value) in &self.request_headers {
            let value =
                KEYS.iter().fold(value.clone(), |value, (key, name)| value.replace(key, name));
            writeln!(text, "{name}: {}", without_token(&value)).unwrap();
        }
        if !self.request_json.is_null() {
            writeln!(text, "\n{}", pretty(self.request_json.clone())).unwrap();
        }
        writeln!(text, "\n{}", StatusCode::from_u16(self.status()).unwrap()).unwrap();
        for (name, placeholder) in SHOWN_HEADERS {
            if self.response.headers.contains_key(name) {
                // Snapshots do not compare the `Retry-After` of live chat.
                let is_timed = name == "retry-after" && self.target.starts_with("/api/public/chat");
                let placeholder = if is_timed { Some("[seconds]") } else { placeholder };
                let value =
                    placeholder.map_or_else(|| without_token(self.header(name)), str::to_owned);
                writeln!(text, "{name}: {value}").unwrap();
            }
        }
        if !self.json.is_null() {
            writeln!(text, "\n{}", pretty(self.json.clone())).unwrap();
        }
        if self.header("content-type") == "text/event-stream" {
            text.push('\n');
            for line in std::str::from_utf8(&self.response.body).unwrap().lines() {
                match line.strip_prefix("data: ").map(|data| serde_json::from_str(data).unwrap()) {
                    Some(data) => writeln!(text, "data: {}", without_present(data)).unwrap(),
                    None => writeln!(text, "{line}").unwrap(),
                }
            }
        }
        text
    }
}

/// Responses of one status by several operations: one snapshot with a row for each, instead of a snapshot for each.
#[derive(Default)]
pub struct SharedResponses(Vec<String>);

/// The folder of these snapshots.
pub const SHARED: &str = "shared";

impl SharedResponses {
    pub fn add(&mut self, response: &Exchange) {
        self.0.push(response.row());
    }

    pub fn snapshot(&self, name: &str) {
        assert_snapshot(SHARED, name, &self.0.join("\n"));
    }
}

fn assert_snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(SNAPSHOTS).join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn pretty(json: Value) -> String {
    serde_json::to_string_pretty(&without_present(json)).unwrap()
}

/// Replaces random path segments by `[random]`: large numbers, UUIDs of version 4, and file keys.
fn without_random(target: &str) -> String {
    let (path, query) = target.split_at(target.find('?').unwrap_or(target.len()));
    let is_random = |segment: &&str| {
        segment.parse().is_ok_and(|id: i64| id >= SOME_RANDOM_ID)
            || is_random_uuid(segment)
            || is_file_key(segment)
    };
    let segments = path.split('/').filter(is_random);
    segments.fold(path.to_owned(), |path, segment| path.replace(segment, "[random]")) + query
}

fn is_random_uuid(text: &str) -> bool {
    stoa_runtime::is_uuid(text) && text.as_bytes()[14] == b'4'
}

fn is_file_key(text: &str) -> bool {
    let digits = text.split_once('.').map_or("", |(digits, _)| digits);
    digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Replaces the tokens of customers and of live chat by `[token]`. A token of live chat is 32 characters, a dot, and 43
/// characters.
fn without_token(text: &str) -> String {
    let is_bearer = |token: &str| token.len() == SESSION_TOKEN || token.starts_with("stk_");
    if text.strip_prefix("Bearer ").is_some_and(is_bearer) {
        return "Bearer [token]".to_owned();
    }
    // A session's token is in a cookie or in a query, and a token of a recovery link in a URL.
    let is_named = ["svc_design_session=", "sessionId=", "/recover?token="]
        .iter()
        .any(|name| text.contains(name));
    let is_token = |word: &&str| {
        let decoded = word.replace("%2D", "-").replace("%5F", "_").replace("%2E", ".");
        let parts = decoded.split_once('.').map(|(claims, mac)| (claims.len(), mac.len()));
        let is_of_session = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        parts == Some((32, 43))
            || is_named && decoded.len() == SESSION_TOKEN && decoded.bytes().all(is_of_session)
    };
    let words = text.split([' ', '=', '&', ';']).filter(is_token);
    words.fold(text.to_owned(), |text, word| text.replace(word, "[token]"))
}

/// Replaces times since the seed's import by `[now]`, tokens by `[token]`, and random ids by `[random]`.
fn without_present(value: Value) -> Value {
    match value {
        Value::String(text) if is_present(&text) => "[now]".into(),
        Value::String(text) if text.starts_with("http") => {
            without_random(&without_token(&text)).into()
        }
        Value::String(text) => without_token(&text).into(),
        Value::Array(items) => items.into_iter().map(without_present).collect(),
        Value::Object(members) => {
            let shown = |(name, value): (String, Value)| match random_member(&name, &value) {
                None if name == "recoveryCodes" => {
                    (name, value.as_array().unwrap().iter().map(|_| "[code]").collect())
                }
                Some(placeholder) => (name, placeholder.into()),
                None => (name, without_present(value)),
            };
            members.into_iter().map(shown).collect()
        }
        other => other,
    }
}

/// The placeholder for a member with a random value.
fn random_member(name: &str, value: &Value) -> Option<&'static str> {
    match (name, value) {
        ("id" | "cartItemId" | "designId", Value::Number(id)) if id.as_i64()? >= SOME_RANDOM_ID => {
            Some("[random]")
        }
        ("secret", Value::String(_)) => Some("[secret]"),
        ("eventId", Value::String(id)) if id.starts_with("msg_") => Some("[event id]"),
        ("clientSecret", Value::String(secret)) if !secret.is_empty() => Some("[client secret]"),
        ("orderNumber", Value::String(_)) => Some("[order number]"),
        ("paymentIntentId", Value::String(id)) if id.starts_with("pi_test_") => Some("[intent]"),
        ("token" | "sessionId", Value::String(token)) if token.len() == SESSION_TOKEN => {
            Some("[token]")
        }
        ("uuid", Value::String(uuid)) if is_random_uuid(uuid) => Some("[uuid]"),
        ("uri", Value::String(uri)) if uri.starts_with("otpauth:") => Some("[uri]"),
        ("code", Value::String(code)) if code.len() == 6 => Some("[code]"),
        _ => None,
    }
}

fn is_present(text: &str) -> bool {
    let minute = Duration::from_secs(60);
    let present =
        DateTime::<Utc>::from(built_at() - minute)..DateTime::from(SystemTime::now() + minute);
    DateTime::parse_from_rfc3339(text).is_ok_and(|time| present.contains(&time.to_utc()))
}
