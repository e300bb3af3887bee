//! Why a call failed. Failures contain neither the key nor the prompt.

use std::fmt;

use reqwest::StatusCode;
use serde::Deserialize;
use stoa_telemetry::Chain;

const MAX_ERROR_CODE_BYTES: usize = 60;

pub(super) enum OpenAiError {
    Refused,
    /// There was no answer, or only a part of it.
    Connection(reqwest::Error),
    TimedOut,
    /// An error status, with OpenAI's error code and the name of the rejected parameter.
    Status {
        status: StatusCode,
        code: Option<String>,
        about: Option<String>,
    },
    TooLong,
    /// The position at which the answer cannot be parsed. The answer is left out, because it may quote the prompt.
    Unreadable {
        line: usize,
        column: usize,
    },
    NoPicture,
    /// A transparent picture was requested, but the model does not support transparency or drew opaque pictures.
    Opaque,
    NoText,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Reason {
    error: Option<ErrorObject>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorObject {
    code: Option<Word>,
    #[serde(rename = "type")]
    kind: Option<Word>,
    param: Option<Word>,
}

/// A name such as `invalid_api_key`. Any other text is discarded, because it could be a key or a prompt.
#[derive(Deserialize)]
#[serde(from = "serde_json::Value")]
struct Word(Option<String>);

impl From<serde_json::Value> for Word {
    fn from(value: serde_json::Value) -> Self {
        let is_of_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        let word = value.as_str().filter(|text| text.len() <= MAX_ERROR_CODE_BYTES);
        Self(word.filter(|text| text.bytes().all(is_of_word)).map(str::to_owned))
    }
}

impl Reason {
    /// Returns the failure that this error means. Older versions of OpenAI's API and compatible servers send the codes
    /// `content_policy_violation` and `content_filter`.
    pub(super) fn of(self, status: StatusCode) -> OpenAiError {
        let ErrorObject { code, kind, param } = self.error.unwrap_or_default();
        let word = |word: Option<Word>| word.and_then(|word| word.0);
        let (code, about) = (word(code).or(word(kind)), word(param));
        match code.as_deref() {
            Some("moderation_blocked" | "content_policy_violation" | "content_filter") => {
                OpenAiError::Refused
            }
            _ => OpenAiError::Status { status, code, about },
        }
    }
}

impl From<reqwest::Error> for OpenAiError {
    fn from(error: reqwest::Error) -> Self {
        Self::Connection(error.without_url())
    }
}

impl From<serde_json::Error> for OpenAiError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable { line: error.line(), column: error.column() }
    }
}

impl fmt::Display for OpenAiError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused => out.write_str("the prompt was refused by policy"),
            Self::Connection(error) if error.is_connect() => {
                write!(out, "it cannot be reached: {}", Chain(error))
            }
            Self::Connection(error) => write!(out, "{}", Chain(error)),
            Self::TimedOut => out.write_str("no answer in time"),
            Self::Status { status, code: Some(code), .. } => {
                write!(out, "it answered {status}, {code}")
            }
            Self::Status { status, .. } => write!(out, "it answered {status}"),
            Self::TooLong => out.write_str("its answer is too long"),
            Self::Unreadable { line, column } => {
                write!(out, "its answer cannot be read from line {line}, column {column} on")
            }
            Self::NoPicture => out.write_str("its answer has no picture that can be used"),
            Self::Opaque => out.write_str(
                "its model draws no transparent background: name another by STOA_OPENAI_IMAGE_MODEL",
            ),
            Self::NoText => out.write_str("its answer has no text that can be used"),
        }
    }
}
