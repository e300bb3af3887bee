//! The client of The "fixture", version 1.2.3.
//!
//! Each operation is a method of [`Client`], which returns a call: what it may be asked besides,
//! its timeout, retries and headers are methods of that; awaited, it is sent. Its types are in
//! [`types`]. A refusal is [`Error::Api`], with the server's message.
//!
//! Not served yet, so that the server answers 404: the operations tagged `someday`.
//!
//! Generated from `specs/fixture.yaml` by `cargo xtask codegen`.

#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]

mod access_control;
mod client;
mod someday;
mod things;
mod r#type;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core::{
    ApiError, Bytes, DecodeError, Error, Event, EventStream, HeaderMap, IfChanged, RateLimit,
    Reason, Response, Settings, StatusCode, random_id, reqwest,
};
pub use ::stoa_fixture_types as types;
pub use access_control::{
    KnowAnyone, KnowAnyoneLeniently, KnowEither, KnowEitherOrNone, KnowOrder, KnowRoles,
};
pub use someday::KnowSomebody;
pub use things::{
    ActOnThings, CreateThing, ListThings, ListThingsReason, OrderAgain, OrderThing, PatchThing,
};
pub use r#type::{DeleteMove, GetImage, MarkMove, Move, ReceiveHook, StreamEvents, UploadFile};
