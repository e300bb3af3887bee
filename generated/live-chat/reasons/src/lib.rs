//! The reasons for which the operations of Stoa live chat refuse calls.
//!
//! Generated from `specs/live-chat.yaml` by `cargo xtask codegen`.

#![warn(missing_docs)]

pub use stoa_runtime::{Failed, Refusals, refusals};

stoa_runtime::reasons! {
    400 ConversationIdIsRequired "conversation_id_is_required" "conversationId is required";
    409 ConversationIsClosed "conversation_is_closed" "Conversation is closed";
    401 ConversationMismatch "conversation_mismatch" "Token / conversation mismatch";
    404 ConversationNotFound "conversation_not_found" "Conversation not found";
    415 ExpectedApplicationJson "expected_application_json" "Expected application/json";
    409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress";
    422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request";
    400 InvalidEmail "invalid_email" "email must be at most 255 characters";
    400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters";
    400 InvalidJson "invalid_json" "Invalid JSON body";
    400 InvalidLastEventId "invalid_last_event_id" "lastEventId must be the number of an event or earliest";
    400 InvalidLastEventIdHeader "invalid_last_event_id_header" "Last-Event-ID must be the number of an event or earliest";
    400 InvalidName "invalid_name" "name must be at most 255 characters";
    401 InvalidToken "invalid_token" "Invalid token";
    400 MessageBodyIsRequired "message_body_is_required" "Message body is required";
    413 MessageTooLong "message_too_long" "Message too long";
    404 NotFound "not_found" "Not found";
    413 RequestBodyTooLarge "request_body_too_large" "Request body too large";
    429 TooManyConversations "too_many_conversations" "Too many conversations, slow down" retry_after;
    429 TooManyMessages "too_many_messages" "Too many messages, slow down" retry_after;
    429 TooManyOpenStreams "too_many_open_streams" "Too many open streams, close one" retry_after;
    401 Unauthorized "unauthorized" "Unauthorized";
    400 VisitorIdIsRequired "visitor_id_is_required" "visitorId is required";
    400 WidgetIdIsRequired "widget_id_is_required" "widgetId is required";
    404 WidgetNotAvailable "widget_not_available" "Widget not available";
}
