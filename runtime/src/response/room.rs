//! Limits the memory for large responses that their clients have not read yet.

use bytes::Bytes;
use http::Method;

use crate::{
    Call, Reply,
    operation::error::UntypedError,
    request::body_room::{NoRoom, Taken},
};

/// Bodies up to this length do not count: a connection may have as much memory in any case.
const LARGE_BODY_BYTES: usize = 64 * 1024;

/// Takes memory for a large body, until the client has read it. If there is no room, waits as request bodies do, and then
/// returns a 503 in place of the reply.
pub(crate) async fn with_room(call: &Call, mut reply: Reply) -> Result<Reply, UntypedError> {
    let bytes = reply.response.body().bytes().map_or(0, Bytes::len);
    // Responses to other methods are sent in any case, because the call has changed something. Cached bodies are shared.
    if bytes <= LARGE_BODY_BYTES || call.method() != Method::GET || reply.encoded.is_some() {
        return Ok(reply);
    }
    let taken = Taken::new(call.response_room.clone(), call.peer);
    match taken.take_at_most(bytes).await {
        Ok(()) => {
            reply.response.body_mut().hold(taken);
            Ok(reply)
        }
        Err(NoRoom) => Err(UntypedError::no_room()),
    }
}
