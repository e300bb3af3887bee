//! The second clients: progenitor's, of the three documents as OpenAPI 3.0. Nothing of our generator is in them, so what
//! they and our own clients disagree on is a defect of a document. For tests alone.

#[path = "../build/left_out.rs"]
mod left_out;

pub use left_out::LEFT_OUT;
pub use progenitor_client::{ByteStream, Error, ResponseValue};

macro_rules! client {
    ($api:ident, $file:literal) => {
        #[allow(warnings, clippy::all, clippy::restriction, reason = "progenitor writes it")]
        pub mod $api {
            include!(concat!(env!("OUT_DIR"), "/", $file));
        }
    };
}

client!(rest_v1, "rest-v1.rs");
client!(storefront, "storefront.rs");
client!(live_chat, "live-chat.rs");
