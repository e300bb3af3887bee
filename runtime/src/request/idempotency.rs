//! Requests that a client may send again (`x-idempotent`): the header `Idempotency-Key`, and answers given twice.
//!
//! What a key was used for is the handlers' to keep.

use bytes::Bytes;
use http::{HeaderName, HeaderValue};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::call::INVALID_JSON;
use crate::{Call, InvalidBody, Reply, Schemas};

const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// A request's `Idempotency-Key`, and what tells this request from another under the same key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idempotency {
    /// As the client sent it, or what [`Idempotency::held_by`] makes of it.
    pub key: String,
    /// The `operationId`: each operation has keys of its own.
    pub operation: &'static str,
    /// SHA-256 of the path, its query and the exact bytes of the body; not of who calls (see
    /// [`Idempotency::held_by`]).
    pub fingerprint: [u8; 32],
}

/// What an idempotent operation answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replayable<T> {
    /// The answer to what this request has done.
    Fresh(T),
    /// The stored answer to an earlier request with the same key: it goes out with `Idempotent-Replayed: true`.
    Replayed(T),
}

/// A call whose JSON body is fingerprinted while it is read (see [`Call::idempotent`]).
pub struct Idempotent<'a> {
    call: &'a mut Call,
    key: Option<String>,
}

impl Call {
    /// Reads the body together with the [`Idempotency`] of this key; without a key there is none.
    pub fn idempotent(&mut self, key: Option<String>) -> Idempotent<'_> {
        Idempotent { call: self, key }
    }
}

impl Idempotent<'_> {
    /// As [`Call::json`].
    pub async fn json<T: DeserializeOwned>(
        self,
        schemas: &Schemas,
        schema: &'static str,
    ) -> Result<(T, Option<Idempotency>), InvalidBody> {
        self.json_or(schemas, schema, INVALID_JSON).await
    }

    /// As [`Call::json_or`].
    pub async fn json_or<T: DeserializeOwned>(
        self,
        schemas: &Schemas,
        schema: &'static str,
        message: &'static str,
    ) -> Result<(T, Option<Idempotency>), InvalidBody> {
        let Self { call, key } = self;
        let bytes = call.json_bytes().await?;
        let body = schemas.decode(schema, &bytes).map_err(|unfit| unfit.in_body(message))?;
        let idempotency = key.map(|key| Idempotency {
            key,
            operation: call.operation_id(),
            fingerprint: fingerprint(call.path_and_query(), &bytes),
        });
        Ok((body, idempotency))
    }
}

impl Idempotency {
    /// The key of this holder alone, such as a session or a customer: another's that reads the same is another.
    pub fn held_by(mut self, holder: &str) -> Self {
        // Neither holds a NUL, so no holder and key read as another holder and key.
        let digest = Sha256::new().chain_update(holder).chain_update([0]).chain_update(&self.key);
        self.key = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        self
    }

    /// A request that is told from another by this alone, where the rest of its body, such as a token, says nothing of
    /// what is asked for.
    pub fn of_content(mut self, content: &str) -> Self {
        self.fingerprint = Sha256::digest(content).into();
        self
    }
}

impl<T> Replayable<T> {
    /// Writes the answer, and the header where it is a replay.
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
    // No path holds a NUL, so no path and body read as another path and body.
    let digest = Sha256::new().chain_update(path_and_query).chain_update([0]).chain_update(body);
    digest.finalize().into()
}
