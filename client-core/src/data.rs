//! Calls whose output is only the `data` of the answer.

use std::fmt;

use crate::{Answering, Error, Operation, Response};

/// A call whose output is the `data` of its answer.
#[must_use = "a call is sent when it is awaited"]
pub struct Data<C: Operation, T> {
    call: C,
    data: fn(C::Body) -> T,
}

impl<C: Operation, T> Data<C, T> {
    #[doc(hidden)]
    pub fn new(call: C, data: fn(C::Body) -> T) -> Self {
        Self { call, data }
    }
}

impl<C, T: 'static> IntoFuture for Data<C, T>
where
    C: Operation<Body: 'static>,
    C: IntoFuture<
            Output = Result<Response<C::Body>, Error>,
            IntoFuture = Answering<Response<C::Body>>,
        >,
{
    type Output = Result<T, Error>;
    type IntoFuture = Answering<T>;

    fn into_future(self) -> Self::IntoFuture {
        let (answer, data) = (self.call.into_future(), self.data);
        Box::pin(async move { Ok(data(answer.await?.into_body())) })
    }
}

impl<C: Operation + fmt::Debug, T> fmt::Debug for Data<C, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Data").field(&self.call).finish()
    }
}
