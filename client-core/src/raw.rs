//! Calls whose output is the body as the server sent it.

use crate::{Answering, Bytes, Call, Error, Response};

/// A call whose output is the body as the server sent it.
#[derive(Debug)]
#[must_use = "a call is sent when it is awaited"]
pub struct Raw(#[doc(hidden)] pub Call);

impl IntoFuture for Raw {
    type Output = Result<Response<Bytes>, Error>;
    type IntoFuture = Answering<Response<Bytes>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.0.bytes())
    }
}
