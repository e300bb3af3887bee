//! A type for each operation: a handler's errors are tied to the statuses that it documents.

use stoa_runtime::{Documents, Operation};

/// `POST /start`
#[derive(Debug)]
pub struct StartConversation;

impl Operation for StartConversation {
    const ID: &'static str = "startConversation";
}

impl Documents<400> for StartConversation {}
impl Documents<404> for StartConversation {}
impl Documents<413> for StartConversation {}
impl Documents<415> for StartConversation {}
impl Documents<429> for StartConversation {}

/// `POST /messages`
#[derive(Debug)]
pub struct SendMessage;

impl Operation for SendMessage {
    const ID: &'static str = "sendMessage";
}

impl Documents<400> for SendMessage {}
impl Documents<401> for SendMessage {}
impl Documents<404> for SendMessage {}
impl Documents<409> for SendMessage {}
impl Documents<413> for SendMessage {}
impl Documents<415> for SendMessage {}
impl Documents<429> for SendMessage {}

/// `GET /stream`
#[derive(Debug)]
pub struct StreamEvents;

impl Operation for StreamEvents {
    const ID: &'static str = "streamEvents";
}

impl Documents<400> for StreamEvents {}
impl Documents<401> for StreamEvents {}
impl Documents<404> for StreamEvents {}
impl Documents<429> for StreamEvents {}
