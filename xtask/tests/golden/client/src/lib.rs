// Generated from `specs/fixture.yaml` by `cargo xtask codegen`.
#![doc = include_str!("../README.md")]
#![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]
#![warn(missing_docs)]

mod access_control;
mod client;
mod things;
mod r#type;

pub use self::client::{Client, ClientBuilder};
pub use ::stoa_client_core::{
    ApiError, Bytes, DecodeError, Error, Event, EventStream, HeaderMap, IfChanged, Items,
    RateLimit, Reason, Response, Settings, StatusCode, random_id, reqwest,
};
pub use ::stoa_fixture_types as types;
pub use access_control::{
    KnowAnyone, KnowAnyoneLeniently, KnowEither, KnowEitherOrNone, KnowOrder, KnowRoles,
};
pub use things::{
    ActOnThings, CreateThing, ListThings, ListThingsReason, OrderAgain, OrderThing, PatchThing,
};
pub use r#type::{DeleteMove, GetImage, MarkMove, Move, ReceiveHook, StreamEvents, UploadFile};
