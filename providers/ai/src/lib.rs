//! Pictures and texts for designs from an AI provider. This crate depends on neither the API
//! documents nor the designs, and does no billing.
//!
//! A process has one [`Ai`], and each store a [`Provider`]. A provider is either OpenAI, with the key of the store or
//! else of the server, or the built-in [`TestProvider`], which makes no calls and refuses no prompt. A call is never
//! retried, because a second one might be billed too. Failures are logged here, without key and prompt. The caller
//! learns one of two things: the prompt is against policy, or the provider is unavailable.

mod ai;
mod openai;
mod request;
mod test_provider;

pub use ai::{Ai, AiError, Pictures, Provider, Settings};
pub use openai::OpenAi;
pub use request::{ImageRequest, TextRequest, augmented};
pub use test_provider::TestProvider;
