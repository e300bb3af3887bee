//! Calls without `async`.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::OnceLock;

use futures_core::Stream;
use tokio::runtime::{Builder, Runtime};

use crate::{Bytes, Data, Error, IfChanged, Operation, Raw, Response};

/// The items of a stream, as an iterator that waits for each.
#[derive(Debug)]
pub struct Blocking<S>(pub(crate) S);

/// Runs the future on the calling thread. A thread that all clients of the process share drives their connections.
///
/// # Panics
/// Panics in asynchronous code.
#[doc(hidden)]
pub fn wait<T>(future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    runtime()?.block_on(future)
}

/// Returns the runtime. It outlives each call, because its thread has the connections of the clients.
fn runtime() -> Result<&'static Runtime, Error> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime
        .map_err(|error| Error::request(format!("the runtime could not be started: {error}")))?;
    Ok(RUNTIME.get_or_init(|| runtime))
}

impl<S: Stream<Item = Result<T, Error>> + Unpin, T> Iterator for Blocking<S> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = poll_fn(|context| Pin::new(&mut self.0).poll_next(context));
        wait(async { Ok(next.await) }).unwrap_or_else(|error| Some(Err(error)))
    }
}

impl<C> IfChanged<C> {
    /// Sends the call and waits for its answer, without `async`. Panics in asynchronous code.
    pub fn wait<T>(self) -> Result<T, Error>
    where
        Self: IntoFuture<Output = Result<T, Error>>,
    {
        wait(self.into_future())
    }
}

impl<C: Operation, T> Data<C, T> {
    /// Sends the call and waits for the data of its answer, without `async`. Panics in asynchronous code.
    pub fn wait(self) -> Result<T, Error>
    where
        Self: IntoFuture<Output = Result<T, Error>>,
    {
        wait(self.into_future())
    }
}

impl Raw {
    /// Sends the call and waits for its answer, without `async`. Panics in asynchronous code.
    pub fn wait(self) -> Result<Response<Bytes>, Error> {
        wait(self.into_future())
    }
}
