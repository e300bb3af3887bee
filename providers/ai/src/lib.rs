//! Pictures and texts for designs by an AI provider. This crate knows no API document, no design and no bill.
//!
//! [`Ai`] is one for the process, a [`Provider`] is one store's: by OpenAI's protocol with the store's key, else the
//! server's, or the built-in [`TestProvider`], which asks nobody and is otherwise the same. A call is made once: a
//! repeat might be paid for twice. What goes wrong is logged here, without the key and the prompt, and told to the
//! caller as one of two things: the prompt is refused by policy, or there is nothing now.

mod ai;
mod openai;
mod request;
mod test_provider;

pub use ai::{Ai, AiError, Pictures, Provider, Settings};
pub use openai::OpenAi;
pub use request::{ImageRequest, TextRequest, augmented};
pub use test_provider::TestProvider;
