//! Conditional calls: the answer is `None` if it has not changed.

use http::StatusCode;

use crate::{Answering, Error, Response};

/// A conditional call. Its output is `None` if the answer still has the tag that the caller passed to `if_none_match`.
#[derive(Debug)]
#[must_use = "a call is sent when it is awaited"]
pub struct IfChanged<C>(#[doc(hidden)] pub C);

impl<C, T> IntoFuture for IfChanged<C>
where
    C: IntoFuture<Output = Result<Response<T>, Error>, IntoFuture = Answering<Response<T>>>,
    T: 'static,
{
    type Output = Result<Option<Response<T>>, Error>;
    type IntoFuture = Answering<Option<Response<T>>>;

    fn into_future(self) -> Self::IntoFuture {
        let answer = self.0.into_future();
        Box::pin(async move {
            match answer.await {
                Ok(answer) => Ok(Some(answer)),
                Err(error) if error.status() == Some(StatusCode::NOT_MODIFIED) => Ok(None),
                Err(error) => Err(error),
            }
        })
    }
}
