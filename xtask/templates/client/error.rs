//! Why a call failed.

use std::fmt;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use crate::types::ErrorResponse;

/// Why a call failed.
#[derive(Debug)]
pub enum Error {
    /// The server refused; `message` is its own.
    Api { status: StatusCode, message: String, headers: Box<HeaderMap> },
    /// No answer: the connection, TLS, or a timeout.
    Transport(reqwest::Error),
    /// The request cannot be written as JSON.
    Encode(serde_json::Error),
    /// The answer is not what the document says.
    Decode(serde_json::Error),
    /// The value of this header has characters that a header cannot hold.
    Header(&'static str),
    /// The credential has characters that a header cannot hold.
    Credential,
}

impl Error {
    pub(crate) fn api(status: StatusCode, headers: HeaderMap, body: &[u8]) -> Self {
        let message = match serde_json::from_slice::<ErrorResponse>(body) {
            Ok(error) => error.message,
            // A proxy in between may answer in a form of its own.
            Err(_) => status.canonical_reason().unwrap_or("unknown status").to_owned(),
        };
        Self::Api { status, message, headers: Box::new(headers) }
    }

    /// The status, where the server answered.
    pub fn status(&self) -> Option<StatusCode> {
        match self {
            Self::Api { status, .. } => Some(*status),
            Self::Transport(error) => error.status(),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Api { status, message, .. } => write!(out, "{}: {message}", status.as_u16()),
            Self::Transport(error) => write!(out, "no answer: {error}"),
            Self::Encode(error) => write!(out, "the request cannot be written as JSON: {error}"),
            Self::Decode(error) => write!(out, "the answer is not as documented: {error}"),
            Self::Header(name) => write!(out, "the value of `{name}` cannot stand in a header"),
            Self::Credential => write!(out, "the credential cannot stand in a header"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Transport(error) => Some(error),
            Self::Encode(error) | Self::Decode(error) => Some(error),
            _ => None,
        }
    }
}

impl From<reqwest::Error> for Error {
    fn from(error: reqwest::Error) -> Self {
        Self::Transport(error)
    }
}
