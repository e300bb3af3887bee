//! The types of calls, one for each operation: what its method returns, can be changed, and is sent when it is awaited.

use std::pin::Pin;

use crate::Error;

/// An answer that is awaited.
#[cfg(not(target_arch = "wasm32"))]
pub type Answering<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// An answer that is awaited. A browser has one thread.
#[cfg(target_arch = "wasm32")]
pub type Answering<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

/// Declares a type for each operation: by which method of `Client` it comes, and how its answer is read. `Json` is read
/// into a type, `Empty` and `Bytes` are not; `Events` are a stream. `Pages` are JSON, of which are told the type, that of
/// the items, and the fields that have the items and say where the page stands, by `page` or `offset`. Behind a comma
/// stands what else it has: `ETag`, a tag in its answers.
#[macro_export]
#[doc(hidden)]
macro_rules! calls {
    ($($method:ident: $name:ident -> $answer:ident $(<$($body:ty),+>)? $(($($where:tt)+))? $(, $more:ident)*;)*) => {$(
        $crate::calls! { @$answer $method $name $($($body),+)? $(, $($where)+)? }
        $($crate::calls! { @$more $name })*
    )*};

    (@Json $method:ident $name:ident $body:ty) => {
        $crate::calls! { @type $method $name $crate::Call }
        $crate::calls! { @plain $name send $crate::Response<$body> }
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
            /// The items of this page and of all behind it, page after page: a stream, or `next` of it.
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
    (@page $items:expr, $standing:ident) => {
        ::std::result::Result::Ok($crate::Page::numbered($items, $standing.page, $standing.total_pages))
    };
    (@offset $items:expr, $standing:ident) => {
        ::std::result::Result::Ok(
            $crate::Page::behind($items, $standing.offset, $standing.limit, $standing.total),
        )
    };

    (@type $method:ident $name:ident $call:ty) => {
        #[doc = concat!("A call of [`", stringify!($method), "`](crate::Client::", stringify!($method), "),")]
        /// which is sent when it is awaited.
        #[derive(Debug)]
        #[must_use = "a call is sent when it is awaited"]
        pub struct $name($call);

        impl $name {
            /// A further header.
            pub fn header(self, name: &str, value: &str) -> Self {
                Self(self.0.any_header(name, value))
            }
        }
    };

    (@plain $name:ident $send:ident $answer:ty) => {
        impl $name {
            /// How long it may take in all, with its retries and the waits between them.
            pub fn timeout(self, timeout: ::std::time::Duration) -> Self {
                Self(self.0.timeout(timeout))
            }

            /// How often it is sent again after a failure that may pass, if it may be repeated.
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
    };

    (@ETag $name:ident) => {
        impl $name {
            /// The answer is wanted only if it has another [`etag`](crate::Response::etag) than this: `None` is what
            /// was read then. To be said last.
            pub fn if_none_match(self, etag: &str) -> $crate::IfChanged<Self> {
                $crate::IfChanged(self.header("if-none-match", etag))
            }
        }
    };

    (@events $name:ident $event:ty) => {
        impl $name {
            /// How long it may take until the stream is there. It has no end of its own.
            pub fn timeout(self, timeout: ::std::time::Duration) -> Self {
                Self(self.0.timeout(timeout))
            }

            /// How often a connection that fails is tried again, the first and later ones: unless set, the first for as
            /// long as `timeout` says, later ones for ever.
            pub fn retries(self, retries: u32) -> Self {
                Self(self.0.retries(retries))
            }

            /// Ends the stream behind the first event of which this is true: that event is still given out, and no
            /// connection is opened after it.
            pub fn until(
                self,
                is_last: impl Fn(&$event) -> bool + ::std::marker::Send + ::std::marker::Sync + 'static,
            ) -> Self {
                Self(self.0.until(is_last))
            }

            /// A connection on which nothing has come for so long is dead: 60 seconds unless set. The server sends
            /// something every 25.
            pub fn longest_silence(self, silence: ::std::time::Duration) -> Self {
                Self(self.0.longest_silence(silence))
            }

            /// How far the waits grow while no connection brings an event: 60 seconds unless set.
            pub fn longest_wait(self, wait: ::std::time::Duration) -> Self {
                Self(self.0.longest_wait(wait))
            }

            /// Is told of each connection that is lost or fails, the first too, before the wait for the next one: why,
            /// where there is an error; nothing where the connection ended or was silent.
            pub fn on_reconnect(
                self,
                tell: impl Fn(::std::option::Option<&$crate::Error>)
                    + ::std::marker::Send + ::std::marker::Sync + 'static,
            ) -> Self {
                Self(self.0.on_reconnect(tell))
            }
        }
    };
}
