//! Pictures and texts for designs from an AI provider. This crate depends on neither the API
//! documents nor the designs, and does no billing.
//!
//! A process has one [`Ai`], and each store a [`Provider`]: OpenAI with the store's key or else with the server's key,
//! or the built-in [`TestProvider`]. The test provider makes no calls and refuses no prompt.
//!
//! A call is never retried, because the second call might be billed too. This crate logs failures, without the key and
//! the prompt. The caller learns only whether the prompt is against the provider's policy or the provider is
//! unavailable.

mod ai;
mod openai;
mod request;
mod test_provider;

pub use ai::{Ai, AiError, Pictures, Provider, Settings};
pub use openai::OpenAi;
pub use request::{ImageRequest, TextRequest, augmented};
pub use test_provider::TestProvider;
