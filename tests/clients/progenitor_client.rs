//! A second client, which progenitor generates from the documents as OpenAPI 3.0, independently of our generator. It
//! and our own client must send the same requests and read the same from each response. Every operation that clients
//! call succeeds once.

mod live_chat;
mod rest_v1;
mod staff;
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

use crate::contract::document::{self, snake_case};

/// A client's result: status and body, or an error with status and message.
type Told = Result<(u16, Value), String>;

/// Both clients with the same credentials.
struct Pair<'a, Theirs, Ours> {
    tape: &'a tape::Tape<'a>,
    theirs: Theirs,
    ours: Ours,
}

/// `both!(visitor.get_product(1, "tote"))` calls the operation with both clients of a pair. If our client needs other
/// arguments, they follow `as`, with the setters of our call. Returns the body, or the error with status and message.
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

/// The result of a call by progenitor's client.
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

/// The value in a form that both clients share: times may have milliseconds or not, whole numbers a fraction or not.
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

/// Converts JSON to the type of a request's body or of a parameter.
fn read<T: DeserializeOwned>(json: &(impl Serialize + ?Sized)) -> T {
    serde_json::from_value(serde_json::to_value(json).unwrap()).unwrap()
}

/// An HTTP client that sends these headers with every call and follows no redirect.
fn http(headers: &[(&'static str, String)]) -> reqwest::Client {
    rustls::crypto::ring::default_provider().install_default().ok();
    let line = |(name, value): &(&'static str, String)| {
        (HeaderName::from_static(name), HeaderValue::try_from(value).unwrap())
    };
    let headers: HeaderMap = headers.iter().map(line).collect();
    let redirect = reqwest::redirect::Policy::none();
    reqwest::Client::builder().default_headers(headers).redirect(redirect).build().unwrap()
}

/// Asserts that every operation that clients call either has succeeded or is listed as an operation that
/// progenitor cannot express.
fn complete(api: &str, succeeded: BTreeSet<String>) {
    let document = document::of(api);
    let left_out = LEFT_OUT.iter().filter(|(of, _)| *of == api);
    let left_out = left_out.map(|(_, operation)| snake_case(operation));
    let mut told: Vec<String> = succeeded.into_iter().chain(left_out).collect();
    told.sort();
    let called = document.operations.iter().filter(|operation| !document.is_inbound(operation));
    let mut all: Vec<_> = called.map(|operation| &operation.id).collect();
    all.sort();
    assert_eq!(told.iter().collect::<Vec<_>>(), all);
}
