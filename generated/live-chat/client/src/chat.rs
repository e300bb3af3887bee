//! The operations tagged `chat`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Start or resume a conversation: `POST /start`.
    ///
    /// Idempotent on `widgetId` and `visitorId`. If the visitor has an open or assigned conversation
    /// with the widget, the call returns it, and stores a `name` or `email` that the conversation
    /// lacks. Otherwise it begins a new conversation. Two concurrent calls create one conversation.
    /// Only calls that begin a new conversation count toward `conversations` (120 an hour for each
    /// client).
    ///
    /// # Errors
    ///
    /// [`StartConversationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn start_conversation(&self, body: &types::StartRequest) -> StartConversation {
        let call = self.call("startConversation", Method::POST, "/start");
        StartConversation(call.json(body))
    }

    /// Send a message: `POST /messages`.
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
    ///
    /// # Errors
    ///
    /// [`SendMessageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn send_message(&self, body: &types::SendMessageRequest) -> SendMessage {
        let call = self.call("sendMessage", Method::POST, "/messages");
        SendMessage(call.json(body).idempotent())
    }

    /// Receive the events of a conversation: `GET /stream`.
    ///
    /// A stream of server-sent events: `id: <number>`, `event: <name>`, `data: <JSON>`, in this order.
    /// Open it once after [`start_conversation`](Client::start_conversation) and keep it open.
    /// `EventSource` reconnects automatically, after the time that the stream sets with `retry: 3000`
    /// (milliseconds). A server that shuts down first sends another `retry` between 1000 and 5000, so
    /// that its clients do not all reconnect at once.
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
    /// The stream ends when its token expires. The client then calls
    /// [`start_conversation`](Client::start_conversation), which returns a new token, and connects with
    /// that token and the last number. If [`start_conversation`](Client::start_conversation) returns
    /// another `conversationId`, the earlier conversation was closed: connect with `earliest`. The
    /// stream also ends when the server shuts down, when the client lags by more than 256 events, and
    /// within about a minute after the widget was disabled or deleted or its site became inactive. To
    /// continue, connect again with the last number.
    ///
    /// # Errors
    ///
    /// [`StreamEventsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn stream_events(&self, conversation_id: i64) -> StreamEvents {
        let call = self.call("streamEvents", Method::GET, "/stream");
        StreamEvents(
            call.query("conversationId", conversation_id).events(&["hello", "message", "status"]),
        )
    }
}

::stoa_client_core::calls! {
    start_conversation: StartConversation "startConversation" -> Json<types::StartResponse>;
    send_message: SendMessage "sendMessage" -> Json<types::MessageResponse>;
    stream_events: StreamEvents "streamEvents" -> Events<types::ChatEvent>;
}

impl StartConversation {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::StartedConversation> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl SendMessage {
    /// A key that the client generates for each message, such as a UUID, and sends again when it
    /// repeats the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Message> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl StreamEvents {
    /// Number of the last event received, or `earliest`. Takes precedence over `lastEventId`.
    pub fn last_event_id_header(self, last_event_id_header: &str) -> Self {
        Self(self.0.header("last-event-id", last_event_id_header))
    }

    /// Same as `Last-Event-ID`, for clients that cannot set headers.
    pub fn last_event_id(self, last_event_id: &str) -> Self {
        Self(self.0.query("lastEventId", last_event_id))
    }
}

::stoa_client_core::reasons! {
    pub enum StartConversationReason of "startConversation" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 WidgetIdIsRequired "widget_id_is_required" "widgetId is required",
        400 VisitorIdIsRequired "visitor_id_is_required" "visitorId is required",
        400 InvalidName "invalid_name" "name must be at most 255 characters",
        400 InvalidEmail "invalid_email" "email must be at most 255 characters",
        404 WidgetNotAvailable "widget_not_available" "Widget not available",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyConversations "too_many_conversations" "Too many conversations, slow down",
    }
}

::stoa_client_core::reasons! {
    pub enum SendMessageReason of "sendMessage" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 ConversationIdIsRequired "conversation_id_is_required" "conversationId is required",
        400 MessageBodyIsRequired "message_body_is_required" "Message body is required",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 InvalidToken "invalid_token" "Invalid token",
        401 ConversationMismatch "conversation_mismatch" "Token / conversation mismatch",
        404 ConversationNotFound "conversation_not_found" "Conversation not found",
        409 ConversationIsClosed "conversation_is_closed" "Conversation is closed",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 MessageTooLong "message_too_long" "Message too long",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyMessages "too_many_messages" "Too many messages, slow down",
    }
}

::stoa_client_core::reasons! {
    pub enum StreamEventsReason of "streamEvents" {
        400 ConversationIdIsRequired "conversation_id_is_required" "conversationId is required" deprecated,
        400 InvalidLastEventIdHeader "invalid_last_event_id_header" "Last-Event-ID must be the number of an event or earliest",
        400 InvalidLastEventId "invalid_last_event_id" "lastEventId must be the number of an event or earliest",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 NotFound "not_found" "Not found",
        429 TooManyOpenStreams "too_many_open_streams" "Too many open streams, close one",
    }
}
