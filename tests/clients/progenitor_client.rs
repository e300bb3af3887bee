//! The second client, progenitor's, which is built from the documents as OpenAPI 3.0 and knows nothing of our generator,
//! beside our own: both ask the same, and read the same in the same answer. Every operation that clients call succeeds once.

mod live_chat;
mod rest_v1;
mod storefront;
mod tape;

use std::collections::BTreeSet;
use std::fmt::Debug;

use chrono::{DateTime, SecondsFormat};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use stoa_progenitor_client::{Error, LEFT_OUT, ResponseValue};

use crate::contract::document::{Document, snake_case};

/// What a client makes of an answer: status and body, or status and message.
type Told = Result<(u16, Value), String>;

/// Both clients of one caller.
struct Pair<'a, Theirs, Ours> {
    tape: &'a tape::Tape<'a>,
    theirs: Theirs,
    ours: Ours,
}

/// `both!(visitor.get_product(1, "tote"))` asks by both clients of a pair; where their arguments are not the same to
/// the letter, ours stand behind `as`, with what ours are asked besides. Ends as the call does: with the body, or with the status and the message.
macro_rules! both {
    ($pair:ident.$operation:ident($($argument:expr),*)) => {
        both!($pair.$operation($($argument),*) as ($($argument),*))
    };
    ($pair:ident.$operation:ident($($theirs:expr),*) as ($($ours:expr),*) $(.$setter:ident($value:expr))*) => {
        $pair.tape.compare(
            stringify!($operation),
            async { crate::clients::progenitor_client::told($pair.theirs.$operation($($theirs),*).await) },
            async {
                let answer = $pair.ours.$operation($($ours),*)$(.$setter($value))*.await;
                let answer = answer.map(|answer| (answer.status.as_u16(), crate::clients::progenitor_client::json(&answer.body)));
                answer.map_err(|error| format!("{}: {}", error.status().unwrap().as_u16(), error.message().unwrap()))
            },
        ).await
    };
}
use both;

/// What progenitor's client tells.
fn told<T: Serialize, E: Serialize + Debug>(answer: Result<ResponseValue<T>, Error<E>>) -> Told {
    match answer {
        Ok(answer) => Ok((answer.status().as_u16(), json(&answer.into_inner()))),
        Err(Error::ErrorResponse(refusal)) => {
            let (status, body) = (refusal.status().as_u16(), json(&refusal.into_inner()));
            Err(format!("{status}: {}", body["message"].as_str().unwrap()))
        }
        Err(other) => panic!("not as documented: {other:?}"),
    }
}

/// As both write it: a time may have its milliseconds or not, a number its fraction.
fn json(value: &impl Serialize) -> Value {
    plain(serde_json::to_value(value).unwrap())
}

fn plain(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, plain(value))).collect()
        }
        Value::Number(number) => serde_json::json!(number.as_f64()),
        Value::String(text) if text.ends_with('Z') => match DateTime::parse_from_rfc3339(&text) {
            Ok(time) => time.to_utc().to_rfc3339_opts(SecondsFormat::Millis, true).into(),
            Err(_) => text.into(),
        },
        other => other,
    }
}

/// A request's body, or a text that has a type of its own.
fn read<T: DeserializeOwned>(json: &(impl Serialize + ?Sized)) -> T {
    serde_json::from_value(serde_json::to_value(json).unwrap()).unwrap()
}

/// Sends these headers with every call, and follows no redirect.
fn http(headers: &[(&'static str, String)]) -> reqwest::Client {
    rustls::crypto::ring::default_provider().install_default().ok();
    let line = |(name, value): &(&'static str, String)| {
        (HeaderName::from_static(name), HeaderValue::try_from(value).unwrap())
    };
    let headers: HeaderMap = headers.iter().map(line).collect();
    let redirect = reqwest::redirect::Policy::none();
    reqwest::Client::builder().default_headers(headers).redirect(redirect).build().unwrap()
}

/// Every operation that clients call has succeeded, or progenitor cannot express it: one of both.
fn complete(document: &Document, api: &str, succeeded: BTreeSet<String>) {
    let left_out = LEFT_OUT.iter().filter(|(of, ..)| *of == api);
    let left_out = left_out.map(|(_, operation, _)| snake_case(operation));
    let mut told: Vec<String> = succeeded.into_iter().chain(left_out).collect();
    told.sort();
    let called = document.operations.iter().filter(|operation| !document.is_inbound(operation));
    let mut all: Vec<_> = called.map(|operation| &operation.id).collect();
    all.sort();
    assert_eq!(told.iter().collect::<Vec<_>>(), all);
}
