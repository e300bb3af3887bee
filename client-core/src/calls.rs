//! The types of calls, one for each operation. A method of `Client` returns a call. The application may configure the
//! call, and sends the call by awaiting it.

use std::pin::Pin;

use crate::Error;

/// The future of a call's answer.
#[cfg(not(target_arch = "wasm32"))]
pub type Answering<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// The future of a call's answer. This future is not `Send`, because a browser has one thread.
#[cfg(target_arch = "wasm32")]
pub type Answering<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

/// An operation whose answer is not a stream, implemented by the type of its call.
pub trait Operation {
    /// Name of the operation in the document, such as `placeOrder`.
    const ID: &'static str;
    /// The body of a successful answer.
    type Body;
}

/// Declares the type of each operation's call, as `method: Type "operation" -> Answer`. `method` is the method of `Client` that
/// returns the call. `Answer` is one of these kinds:
/// - `Json<Body>`: JSON that is read into `Body`.
/// - `Empty`: no body.
/// - `Bytes`: a body that is not parsed.
/// - `Events<Event>`: a stream of events.
/// - `Pages<Body, Item>(items, pagination.page)`: a page of a list, as JSON. `items` is the field of `Body` with the
///   items. `pagination` is the field with the position of the page. The last word is `page` if the position counts
///   pages, and `offset` if it counts items.
/// - `Cursor<Body, Item>(items, next, "cursor")`: a page of a list, as JSON. `next` is the field of `Body` with the cursor
///   of the next page, and `cursor` the query parameter that takes it.
///
/// `, ETag` after `Answer` means that the answer has a tag.
#[macro_export]
#[doc(hidden)]
macro_rules! calls {
    ($($method:ident: $name:ident $id:literal -> $answer:ident $(<$($body:ty),+>)? $(($($where:tt)+))? $(, $more:ident)*;)*) => {$(
        $crate::calls! { @$answer $method $name $($($body),+)? $(, $($where)+)? }
        $crate::calls! { @operation $name $id $answer $($($body),+)? }
        $($crate::calls! { @$more $name })*
    )*};

    (@Json $method:ident $name:ident $body:ty) => {
        $crate::calls! { @type $method $name $crate::Call }
        $crate::calls! { @plain $name send $crate::Response<$body> }
        impl $name {
            /// Makes the body of the answer the bytes that the server sent. Call this last, because the returned type has
            /// no other setters.
            pub fn raw(self) -> $crate::Raw {
                $crate::Raw(self.0)
            }
        }
    };
    (@Empty $method:ident $name:ident) => {
        $crate::calls! { @type $method $name $crate::Call }
        $crate::calls! { @plain $name empty $crate::Response<()> }
    };
    (@Bytes $method:ident $name:ident) => {
        $crate::calls! { @type $method $name $crate::Call }
        $crate::calls! { @plain $name bytes $crate::Response<$crate::Bytes> }
    };
    (@Events $method:ident $name:ident $event:ty) => {
        $crate::calls! { @type $method $name $crate::EventCall<$event> }
        $crate::calls! { @answer $name open $crate::EventStream<$event> }
        $crate::calls! { @events $name $event }
    };

    (@Pages $method:ident $name:ident $page:ty, $item:ty, $items:ident, $standing:ident.$by:ident) => {
        $crate::calls! { @Json $method $name $page }
        impl $name {
            /// Returns the items of this page and of all later pages, as a stream that also has a `next` method.
            pub fn all(self) -> $crate::Items<$item> {
                $crate::Items::new(self.0, ::std::stringify!($by), |call| {
                    ::std::boxed::Box::pin(async move {
                        let page = call.send::<$page>().await?.body;
                        let standing = page.$standing;
                        $crate::calls! { @$by page.$items, standing }
                    })
                })
            }
        }
    };
    (@Cursor $method:ident $name:ident $page:ty, $item:ty, $items:ident, $next:ident, $by:literal) => {
        $crate::calls! { @Json $method $name $page }
        impl $name {
            /// Returns the items of this page and of all later pages, as a stream that also has a `next` method.
            pub fn all(self) -> $crate::Items<$item> {
                $crate::Items::new(self.0, $by, |call| {
                    ::std::boxed::Box::pin(async move {
                        let page = call.send::<$page>().await?.body;
                        ::std::result::Result::Ok($crate::Page::with_cursor(page.$items, page.$next))
                    })
                })
            }
        }
    };
    (@page $items:expr, $standing:ident) => {
        ::std::result::Result::Ok($crate::Page::numbered($items, $standing.page, $standing.total_pages))
    };
    (@offset $items:expr, $standing:ident) => {
        ::std::result::Result::Ok(
            $crate::Page::behind($items, $standing.offset, $standing.limit, $standing.total),
        )
    };

    (@operation $name:ident $id:literal Empty) => {
        $crate::calls! { @operation $name $id Body () }
    };
    // The body of a stream never ends, so it is not a value.
    (@operation $name:ident $id:literal Events $event:ty) => {};
    (@operation $name:ident $id:literal Bytes) => {
        $crate::calls! { @operation $name $id Body $crate::Bytes }
    };
    (@operation $name:ident $id:literal $answer:ident $body:ty $(, $item:ty)?) => {
        impl $crate::Operation for $name {
            const ID: &'static str = $id;
            type Body = $body;
        }
    };

    (@type $method:ident $name:ident $call:ty) => {
        #[doc = concat!("A call of [`", stringify!($method), "`](crate::Client::", stringify!($method), "),")]
        /// which is sent when it is awaited.
        #[derive(Debug)]
        #[must_use = "a call is sent when it is awaited"]
        pub struct $name($call);

        impl $name {
            /// Adds a header.
            pub fn header(self, name: &str, value: &str) -> Self {
                Self(self.0.any_header(name, value))
            }

            /// Reports the client for which the call is made, so that rate limits count this client. The server ignores
            /// the report unless its operator trusts the address from which the call comes.
            pub fn on_behalf_of(self, client: ::std::net::IpAddr) -> Self {
                Self(self.0.on_behalf_of(client))
            }
        }
    };

    (@plain $name:ident $send:ident $answer:ty) => {
        impl $name {
            /// Sets the maximum duration of the call, including its retries and the waits between them.
            pub fn timeout(self, timeout: ::std::time::Duration) -> Self {
                Self(self.0.timeout(timeout))
            }

            /// Sets how often the call is retried after temporary failures. If the call may not be repeated, it is
            /// retried only if it did not reach the server.
            pub fn retries(self, retries: u32) -> Self {
                Self(self.0.retries(retries))
            }
        }

        $crate::calls! { @answer $name $send $answer }
    };

    (@answer $name:ident $send:ident $answer:ty) => {
        impl ::std::future::IntoFuture for $name {
            type Output = ::std::result::Result<$answer, $crate::Error>;
            type IntoFuture = $crate::Answering<$answer>;

            fn into_future(self) -> Self::IntoFuture {
                ::std::boxed::Box::pin(self.0.$send())
            }
        }

        #[cfg(all(feature = "blocking", not(target_arch = "wasm32")))]
        impl $name {
            /// Sends the call and waits for its answer, without `async`. Panics in asynchronous code.
            pub fn wait(self) -> ::std::result::Result<$answer, $crate::Error> {
                $crate::wait(::std::future::IntoFuture::into_future(self))
            }
        }
    };

    (@ETag $name:ident) => {
        impl $name {
            /// Makes the call return `None` if the answer still has this [`etag`](crate::Response::etag). Call this
            /// last, because the returned type has no other setters.
            pub fn if_none_match(self, etag: &str) -> $crate::IfChanged<Self> {
                $crate::IfChanged(self.header("if-none-match", etag))
            }
        }
    };

    (@events $name:ident $event:ty) => {
        impl $name {
            /// Sets the maximum time until the stream is open. The open stream has no time limit.
            pub fn timeout(self, timeout: ::std::time::Duration) -> Self {
                Self(self.0.timeout(timeout))
            }

            /// Sets how often a failed connection is retried. By default, the first connection is retried until
            /// `timeout`, and later connections without limit.
            pub fn retries(self, retries: u32) -> Self {
                Self(self.0.retries(retries))
            }

            /// Ends the stream after the first event for which `is_last` returns true. The stream still returns that
            /// event, and opens no further connection.
            pub fn until(
                self,
                is_last: impl Fn(&$event) -> bool + ::std::marker::Send + ::std::marker::Sync + 'static,
            ) -> Self {
                Self(self.0.until(is_last))
            }

            /// Sets how long a connection may be silent before the stream reconnects. The default is 60 seconds. The
            /// server sends a heartbeat every 25 seconds.
            pub fn idle_timeout(self, silence: ::std::time::Duration) -> Self {
                Self(self.0.idle_timeout(silence))
            }

            /// Sets the limit of the growing wait before a reconnection. The default is 60 seconds. Jitter or a
            /// `Retry-After` can make a wait longer.
            pub fn max_backoff(self, wait: ::std::time::Duration) -> Self {
                Self(self.0.max_backoff(wait))
            }

            /// Calls `tell` before each wait for another connection, including the waits until the first connection
            /// opens. The argument is the error of the last connection, or `None` if that connection ended or was
            /// silent for too long.
            pub fn on_reconnect(
                self,
                tell: impl Fn(::std::option::Option<&$crate::Error>)
                    + ::std::marker::Send + ::std::marker::Sync + 'static,
            ) -> Self {
                Self(self.0.on_reconnect(tell))
            }

            /// If the server answers a reconnection with 401, the stream calls `renew` and continues with the returned
            /// call after the last event, or after the `Last-Event-ID` of that call. If `renew` fails, or the server
            /// answers 401 again, the stream returns the error and ends. Without `renew`, the first 401 ends it.
            pub fn renew<Renewed>(
                self,
                renew: impl Fn() -> Renewed + ::std::marker::Send + ::std::marker::Sync + 'static,
            ) -> Self
            where
                Renewed: ::std::future::Future<Output = ::std::result::Result<Self, $crate::Error>>
                    + ::std::marker::Send + 'static,
            {
                Self(self.0.renew(move || {
                    let renewed = renew();
                    ::std::boxed::Box::pin(async move { Ok(renewed.await?.0.into_call()) })
                }))
            }
        }
    };
}
