//! A request to an operation, from which generated code reads.

pub(crate) mod body;
pub(crate) mod body_room;
mod call;
pub(crate) mod client_address;
mod context;
mod credential;
mod decode;
mod disposition;
mod form;
pub(crate) mod head;
mod id;
mod idempotency;
mod network;
mod parameter;
mod query;
mod streamed_body;
mod text;
pub(crate) mod unread;
mod upload;

pub use body_room::BodyRoom;
pub use call::Call;
pub use client_address::Trusted;
pub use context::RequestContext;
pub use credential::{ApiKey, Bearer, Credential, CredentialReader, Credentials};
pub use form::{Form, FormPart};
pub(crate) use id::RequestId;
pub use id::{X_REQUEST_ID, request_id};
pub use idempotency::{Idempotency, Idempotent, Replayable};
pub use network::Network;
pub(crate) use parameter::integer;
pub use parameter::{Decoded, Parameter, TextRule, is_uuid};
pub use streamed_body::StreamedBody;
pub use upload::Upload;
