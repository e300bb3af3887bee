//! Idempotent operations (`x-idempotent`), which a client may retry: the header `Idempotency-Key`, and replayed
//! responses.
//!
//! Handlers store the fingerprint and the response of each key.

use bytes::Bytes;
use http::{HeaderName, HeaderValue};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{call::INVALID_JSON, decode::decode};
use crate::{Call, InvalidBody, Reply, Schemas};

const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// A request's `Idempotency-Key`, and a fingerprint that distinguishes this request from others with the same key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// The key that the client sent, or the one derived by [`Idempotency::held_by`].
    pub key: String,
    /// The `operationId`. Each operation has separate keys.
    pub operation: &'static str,
    /// SHA-256 of the path, its query and the exact bytes of the body. It does not include the caller (see
    /// [`Idempotency::held_by`]).
    pub fingerprint: [u8; 32],
}

/// The response of an idempotent operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replayable<T> {
    /// The response to this request.
    Fresh(T),
    /// The stored response to an earlier request with the same key. It is sent with `Idempotent-Replayed: true`.
    Replayed(T),
}

/// Reads the JSON body of a call and fingerprints it (see [`Call::idempotent`]).
pub struct Idempotent<'a> {
    call: &'a mut Call,
    key: Option<String>,
}

impl Call {
    /// Prepares to read the body and to compute the [`Idempotency`] of this key. Without a key, there is no
    /// `Idempotency`.
    pub fn idempotent(&mut self, key: Option<String>) -> Idempotent<'_> {
        Idempotent { call: self, key }
    }
}

impl Idempotent<'_> {
    /// Reads the body like [`Call::json`].
    pub async fn json<T: DeserializeOwned + Send + 'static>(
        self,
        schemas: &'static Schemas,
        schema: &'static str,
    ) -> Result<(T, Option<Idempotency>), InvalidBody> {
        self.json_or(schemas, schema, INVALID_JSON).await
    }

    /// Reads the body like [`Call::json_or`].
    pub async fn json_or<T: DeserializeOwned + Send + 'static>(
        self,
        schemas: &'static Schemas,
        schema: &'static str,
        message: &'static str,
    ) -> Result<(T, Option<Idempotency>), InvalidBody> {
        let Self { call, key } = self;
        let bytes = call.json_bytes().await?;
        let body = decode(schemas, schema, &bytes, message).await?;
        let idempotency = key.map(|key| Idempotency {
            key,
            operation: call.operation_id(),
            fingerprint: fingerprint(call.path_and_query(), &bytes),
        });
        Ok((body, idempotency))
    }
}

impl Idempotency {
    /// Restricts the key to this holder, for example a session or a customer. The same key of another holder is a
    /// different key.
    pub fn held_by(mut self, holder: &str) -> Self {
        // Neither the holder nor the key can contain NUL, so different pairs have different digests.
        let digest = Sha256::new().chain_update(holder).chain_update([0]).chain_update(&self.key);
        self.key = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        self
    }

    /// Sets the fingerprint to the digest of this content alone. For bodies with other parts, such as a token, that do
    /// not change what is requested.
    pub fn of_content(mut self, content: &str) -> Self {
        self.fingerprint = Sha256::digest(content).into();
        self
    }
}

impl<T> Replayable<T> {
    /// Writes the response. A replayed one gets the header `Idempotent-Replayed`.
    pub fn write(self, write: impl FnOnce(T) -> Reply) -> Reply {
        match self {
            Self::Fresh(answer) => write(answer),
            Self::Replayed(answer) => {
                write(answer).header(IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"))
            }
        }
    }
}

fn fingerprint(path_and_query: &str, body: &Bytes) -> [u8; 32] {
    // A path cannot contain NUL, so different pairs of path and body have different digests.
    let digest = Sha256::new().chain_update(path_and_query).chain_update([0]).chain_update(body);
    digest.finalize().into()
}
