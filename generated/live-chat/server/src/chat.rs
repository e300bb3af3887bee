//! The operations tagged `chat`.
//!
//! Handlers implement [`ChatApi`]. Each operation is a struct that holds its request and implements
//! `Documents` for each failure that it documents. The route of the operation reads the path, finds
//! the caller with [`Authenticate`], reads the rest of the request, calls the handler and writes
//! the response.

use std::sync::Arc;

use stoa_live_chat_reasons as reasons;
use stoa_live_chat_types as types;
use stoa_runtime::{Call, Documented, Documents, Error, Operation, Reply, Routes, TakesBody};

use crate::{Authenticate, SCHEMAS};

/// A visitor's conversation with the agents of a site.
pub trait ChatApi: Authenticate {
    /// `POST /start`: Start or resume a conversation.
    ///
    /// Idempotent on `widgetId` and `visitorId`. If the visitor has an open or assigned conversation
    /// with the widget, the call returns it, and stores a `name` or `email` that the conversation
    /// lacks. Otherwise it begins a new conversation. Two concurrent calls create one conversation.
    /// Only calls that begin a new conversation count toward `conversations` (120 an hour for each
    /// client).
    fn start_conversation(
        &self,
        caller: Self::Anyone,
        request: StartConversation,
    ) -> impl Future<Output = Result<types::StartedConversation, Error<StartConversation>>> + Send;

    /// `POST /messages`: Send a message.
    ///
    /// Stores the visitor's message and sends it to every open stream of the conversation, including
    /// the visitor's own. The text is stored trimmed.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same text returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is stored, sent or counted again, and this also holds
    /// after the conversation was closed. Keys are stored for 24 hours, and each conversation has its
    /// own. The repeated call may use another valid token. A refused request does not use up its key. A
    /// request that arrives while the first is in progress waits for it.
    ///
    /// Counts toward `messages` (30 a minute for each conversation) and `client-messages` (1,200 an
    /// hour for each client).
    fn send_message(
        &self,
        caller: Self::Anyone,
        request: SendMessage,
    ) -> impl Future<Output = Result<stoa_runtime::Replayable<types::Message>, Error<SendMessage>>> + Send;

    /// `GET /stream`: Receive the events of a conversation.
    ///
    /// A stream of server-sent events: `id: <number>`, `event: <name>`, `data: <JSON>`, in this order.
    /// Open it once after `startConversation` and keep it open. `EventSource` reconnects automatically,
    /// after the time that the stream sets with `retry: 3000` (milliseconds). A server that shuts down
    /// first sends another `retry` between 1000 and 5000, so that its clients do not all reconnect at
    /// once.
    ///
    /// - `hello` is the first event of every connection.
    /// - `message` is sent for each message in the conversation, by the agent, the visitor or anyone
    ///   else.
    /// - `status` is sent when the conversation is assigned, released or closed.
    /// - The comment line `: ping` is a heartbeat, sent every 25 seconds.
    ///
    /// **Replay.** Each `message` and `status` has its own number as its `id:`, counted in the
    /// conversation from 1 without gaps; `eventId` is the number as text. To resume, send the last
    /// number that you received as `Last-Event-ID` (browsers do this when they reconnect) or as
    /// `lastEventId`. The stream then sends every later event and continues live, without losing or
    /// repeating any. `earliest` replays the whole history. A number above the newest, such as that of
    /// an earlier conversation, replays the whole history too. Without a number, the stream is live
    /// only. The `id:` of `hello` is the number after which the stream continues, so that a client that
    /// is disconnected before the first event loses nothing.
    ///
    /// The stream ends when its token expires. The client then calls `startConversation`, which returns
    /// a new token, and connects with that token and the last number. If `startConversation` returns
    /// another `conversationId`, the earlier conversation was closed: connect with `earliest`. The
    /// stream also ends when the server shuts down, when the client lags by more than 256 events, and
    /// within about a minute after the widget was disabled or deleted or its site became inactive. To
    /// continue, connect again with the last number.
    fn stream_events(
        &self,
        caller: Self::Conversation,
        request: StreamEvents,
    ) -> impl Future<Output = Result<stoa_runtime::Events<types::ChatEvent>, Error<StreamEvents>>> + Send;
}

/// The operation `startConversation` and its request.
#[derive(Clone)]
pub struct StartConversation {
    /// The body of the request.
    pub body: types::StartRequest,
}

impl Operation for StartConversation {
    const ID: &'static str = "startConversation";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "widget_id_is_required", "widgetId is required"),
        (400, "visitor_id_is_required", "visitorId is required"),
        (400, "invalid_name", "name must be at most 255 characters"),
        (400, "invalid_email", "email must be at most 255 characters"),
        (404, "widget_not_available", "Widget not available"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_conversations", "Too many conversations, slow down"),
    ];
}

impl Documents<400> for StartConversation {}
impl Documents<404> for StartConversation {}
impl Documents<413> for StartConversation {}
impl Documents<415> for StartConversation {}
impl Documents<429> for StartConversation {}
impl TakesBody for StartConversation {
    const STATUSES: &'static [Documented<Self>] = &[Documented::status::<404>()];
}

/// The operation `sendMessage` and its request.
#[derive(Clone)]
pub struct SendMessage {
    /// A key that the client generates for each message, such as a UUID, and sends again when it
    /// repeats the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::SendMessageRequest,
}

impl Operation for SendMessage {
    const ID: &'static str = "sendMessage";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "conversation_id_is_required", "conversationId is required"),
        (400, "message_body_is_required", "Message body is required"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "invalid_token", "Invalid token"),
        (401, "conversation_mismatch", "Token / conversation mismatch"),
        (404, "conversation_not_found", "Conversation not found"),
        (409, "conversation_is_closed", "Conversation is closed"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "message_too_long", "Message too long"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_messages", "Too many messages, slow down"),
    ];
}

impl Documents<400> for SendMessage {}
impl Documents<401> for SendMessage {}
impl Documents<404> for SendMessage {}
impl Documents<409> for SendMessage {}
impl Documents<413> for SendMessage {}
impl Documents<415> for SendMessage {}
impl Documents<422> for SendMessage {}
impl Documents<429> for SendMessage {}
impl TakesBody for SendMessage {
    const STATUSES: &'static [Documented<Self>] =
        &[Documented::status::<401>(), Documented::status::<413>()];
}

/// The operation `streamEvents` and its request.
#[derive(Clone)]
pub struct StreamEvents {
    /// Id of the conversation that the token was issued for.
    pub conversation_id: i64,
    /// Number of the last event received, or `earliest`. Takes precedence over `lastEventId`.
    pub last_event_id_header: Option<String>,
    /// Same as `Last-Event-ID`, for clients that cannot set headers.
    pub last_event_id: Option<String>,
}

impl Operation for StreamEvents {
    const ID: &'static str = "streamEvents";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (
            400,
            "invalid_last_event_id_header",
            "Last-Event-ID must be the number of an event or earliest",
        ),
        (400, "invalid_last_event_id", "lastEventId must be the number of an event or earliest"),
        (401, "unauthorized", "Unauthorized"),
        (404, "not_found", "Not found"),
        (429, "too_many_open_streams", "Too many open streams, close one"),
    ];
}

impl Documents<400> for StreamEvents {}
impl Documents<401> for StreamEvents {}
impl Documents<404> for StreamEvents {}
impl Documents<429> for StreamEvents {}

stoa_runtime::refuses! {
    StartConversation:
        reasons::InvalidJson, reasons::WidgetIdIsRequired, reasons::VisitorIdIsRequired,
        reasons::InvalidName, reasons::InvalidEmail, reasons::WidgetNotAvailable,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyConversations;
    SendMessage:
        reasons::InvalidJson, reasons::ConversationIdIsRequired, reasons::MessageBodyIsRequired,
        reasons::InvalidIdempotencyKey, reasons::InvalidToken, reasons::ConversationMismatch,
        reasons::ConversationNotFound, reasons::ConversationIsClosed,
        reasons::IdempotencyKeyInProgress, reasons::MessageTooLong, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IdempotencyKeyReused, reasons::TooManyMessages;
    StreamEvents:
        reasons::InvalidLastEventIdHeader, reasons::InvalidLastEventId, reasons::Unauthorized,
        reasons::NotFound, reasons::TooManyOpenStreams;
}

/// The routes of the operations tagged `chat`.
pub fn routes<A: ChatApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/start", api, |api, call| Box::pin(start_conversation(api, call)))
        .post("/messages", api, |api, call| Box::pin(send_message(api, call)))
        .get("/stream", api, |api, call| Box::pin(stream_events(api, call)))
}

async fn start_conversation<A: ChatApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<StartConversation>> {
    call.never_store();
    let caller = api.anyone(call.context()).await?;
    let request = StartConversation { body: call.json(&SCHEMAS, "StartRequest").await? };
    let reply = api.start_conversation(caller, request).await?;
    Ok(Reply::json(200, &types::StartResponse { data: reply }))
}

async fn send_message<A: ChatApi>(api: &A, call: &mut Call) -> Result<Reply, Error<SendMessage>> {
    call.never_store();
    let caller = api.anyone(call.context()).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "SendMessageRequest").await?;
    let request = SendMessage { idempotency, body };
    let reply = api.send_message(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(200, &types::MessageResponse { data: reply })))
}

async fn stream_events<A: ChatApi>(api: &A, call: &mut Call) -> Result<Reply, Error<StreamEvents>> {
    let caller = api.conversation(call.credentials(), call.context()).await?;
    let request = StreamEvents {
        conversation_id: call
            .query("conversationId")
            .message("Unauthorized")
            .status::<401>()
            .integer()
            .required()?,
        last_event_id_header: call
            .header("Last-Event-ID")
            .message("Last-Event-ID must be the number of an event or earliest")
            .text()
            .optional()?,
        last_event_id: call
            .query("lastEventId")
            .message("lastEventId must be the number of an event or earliest")
            .text()
            .optional()?,
    };
    let reply = api.stream_events(caller, request).await?;
    Ok(Reply::events(reply))
}
