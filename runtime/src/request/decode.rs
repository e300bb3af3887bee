//! Decodes JSON bodies. A body of 1 MiB takes a core for up to 20 ms, so worker threads decode large bodies, and other
//! requests are answered in the meantime.

use std::{sync::LazyLock, time::Duration};

use bytes::Bytes;
use serde::de::DeserializeOwned;
use stoa_fair_queue::{TooLate, Workers};

use crate::{
    InvalidBody, Schemas,
    operation::invalid::{Reason, Unreadable},
    schemas::JsonError,
};

/// Length above which a worker thread decodes a body.
const LARGE_BODY_BYTES: usize = 64 * 1024;

/// Maximum number of JSON bodies above 64 KiB that wait to be decoded. If there are more, a request of the client that
/// has the most is answered 503.
const MAX_WAITING_BODIES: usize = 256;

/// Time for which a JSON body above 64 KiB waits to be decoded; then its request is answered 503.
const BODY_QUEUE_TIMEOUT: Duration = Duration::from_secs(5);

static WORKERS: LazyLock<Workers> =
    LazyLock::new(|| Workers::start("bodies", MAX_WAITING_BODIES, BODY_QUEUE_TIMEOUT));

/// Decodes and validates a body. `message` is the message for a body that is not JSON.
pub(super) async fn decode<T: DeserializeOwned + Send + 'static>(
    schemas: &'static Schemas,
    schema: &'static str,
    body: &Bytes,
    message: &'static str,
) -> Result<T, InvalidBody> {
    let decoded = if body.len() > LARGE_BODY_BYTES {
        let busy = |_: TooLate| InvalidBody(Reason::Unreadable(Unreadable::NoRoom));
        let worker = WORKERS.turn().await.map_err(busy)?;
        let body = body.clone();
        let decoded = worker.run(move || schemas.decode(schema, &body)).await;
        decoded.unwrap_or(Err(JsonError::Unchecked))
    } else {
        schemas.decode(schema, body)
    };
    decoded.map_err(|unfit| unfit.in_body(message))
}
