//! The operations tagged `chat`.

use std::net::IpAddr;
use std::time::{Duration, UNIX_EPOCH};

use futures_util::StreamExt;
use serde::Deserialize;
use stoa_conversations::{self as conversations, Conversation, MessageRate, NewMessage, Sent};
use stoa_db::DbError;
use stoa_event_streams::{EventStream, STREAM_RECONNECT_DELAY, Streamed, last_event_number};
use stoa_inbox::NewInboxEvent;
use stoa_live_chat_reasons as reasons;
use stoa_live_chat_server::chat::{ChatApi, SendMessage, StartConversation, StreamEvents};
use stoa_live_chat_types::{
    ChatEvent, Hello, Message, SendMessageRequest, StartRequest, StartedConversation, WidgetId,
};
use stoa_runtime::{Error, Event, Events, Replayable};
use stoa_values::text;
use tracing::Instrument;

use crate::token::TOKEN_LIFETIME;
use crate::{LiveChat, StreamReader};

impl ChatApi for LiveChat {
    async fn start_conversation(
        &self,
        client: IpAddr,
        request: StartConversation,
    ) -> Result<StartedConversation, Error<StartConversation>> {
        let visitor = request.body;
        let widget_id = widget_id(&visitor.widget_id)?.ok_or(reasons::WidgetNotAvailable)?;
        let site_id = self.db.opt(include_str!("chat/widget_site.sql"), &[&widget_id]).await?;
        let site_id: i64 = site_id.ok_or(reasons::WidgetNotAvailable)?;
        stoa_fair_queue::set_tenant(site_id.unsigned_abs());
        let widget =
            self.resume(site_id, widget_id, &visitor).await?.ok_or(reasons::WidgetNotAvailable)?;
        let conversation_id = match widget.resumed_id {
            Some(id) => id,
            None => self.begin(client, site_id, widget_id, &visitor).await?,
        };
        let conversation = Conversation { site_id, id: conversation_id };
        let expires_at = self.clock.system_time() + TOKEN_LIFETIME;
        let ephemeral_token = self.tokens.issue(conversation, expires_at);
        Ok(StartedConversation {
            conversation_id,
            widget_id,
            ephemeral_token,
            greeting_message: widget.greeting_message,
            primary_color: widget.primary_color,
            position: widget.position,
            away_message: widget.away_message,
        })
    }

    async fn send_message(
        &self,
        client: IpAddr,
        request: SendMessage,
    ) -> Result<Replayable<Message>, Error<SendMessage>> {
        let SendMessageRequest { conversation_id, ephemeral_token, body } = request.body;
        let token = self.tokens.verify(&ephemeral_token, self.clock.system_time());
        let conversation = token.ok_or(reasons::InvalidToken)?.conversation;
        if conversation.id != conversation_id {
            Err(reasons::ConversationMismatch)?;
        }
        stoa_fair_queue::set_tenant(conversation.site_id.unsigned_abs());
        let (db, hub) = (self.db.clone(), self.hub.clone());
        // Count before the outcome is known, so that concurrent calls cannot exceed the limit.
        let of_client = &self.rate_limits.client_messages;
        let counted = of_client.count(client).await;
        // A caller over the limit gets 404 or 409 where they apply, and 429 otherwise. To find that out, the domain
        // runs with a rate that allows no message.
        let rate = if counted.is_ok() { self.message_rate() } else { MessageRate::NONE };
        let now = self.clock.now();
        // The token is not part of the fingerprint, so that a visitor with a new token can repeat the request.
        let idempotency = request.idempotency;
        let idempotency =
            idempotency.map(|key| key.held_by(&conversation_id.to_string()).of_content(&body));
        let message = NewMessage { body, rate, idempotency };
        // The message is sent in a task, so that the streams receive it even if the visitor disconnects after the
        // commit.
        let sent =
            async move { conversations::send_message(&db, &hub, conversation, message, now).await };
        let sent = stoa_fair_queue::spawn(sent.in_current_span()).await;
        if !matches!(sent, Ok(Ok(Sent::Message(Replayable::Fresh(_))))) {
            of_client.give_back(client).await;
        }
        match sent?? {
            Sent::Message(message) => Ok(message),
            Sent::TooMany { retry_after } => {
                counted?;
                Err(self.rate_limits.messages.refusal(retry_after))?
            }
        }
    }

    async fn stream_events(
        &self,
        StreamReader { token, place }: StreamReader,
        request: StreamEvents,
    ) -> Result<Events<ChatEvent>, Error<StreamEvents>> {
        let conversation = token.conversation;
        if conversation.id != request.conversation_id {
            Err(reasons::Unauthorized)?;
        }
        let seen = last_seen(&request)?;
        // Subscribe before reading the database. An event that is committed in between may then arrive twice, but is
        // never lost.
        let subscription = self.hub.subscribe(conversation);
        let newest: Option<i64> = self
            .db
            .opt(include_str!("chat/stream_events.sql"), &[&conversation.site_id, &conversation.id])
            .await?;
        let newest = newest.ok_or(reasons::NotFound)?;
        // A number above the newest is of an earlier conversation of the visitor, so nothing of this one was seen.
        let number = seen.map_or(newest, |seen| if seen > newest { 0 } else { seen });
        let expires_at = UNIX_EPOCH + Duration::from_micros(token.expires_at);
        let lifetime = expires_at.duration_since(self.clock.system_time()).unwrap_or_default();
        let db = self.db.clone();
        let id = conversation.id;
        let stream = EventStream::new(db, subscription, number, newest, place)
            .map(move |item| sent(item, id))
            .take_until(tokio::time::sleep(lifetime));
        Ok(Box::pin(stream))
    }
}

/// A widget.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Widget {
    greeting_message: String,
    primary_color: String,
    position: String,
    away_message: String,
    /// The visitor's open conversation.
    resumed_id: Option<i64>,
}

impl LiveChat {
    /// Returns the widget, and the visitor's open conversation if there is one. Returns `None` if visitors may not use
    /// the widget.
    async fn resume(
        &self,
        site_id: i64,
        widget_id: i64,
        visitor: &StartRequest,
    ) -> Result<Option<Widget>, DbError> {
        let (name, email) = (non_empty(&visitor.name), non_empty(&visitor.email));
        self.db
            .opt(
                include_str!("chat/resume_conversation.sql"),
                &[&site_id, &widget_id, &visitor.visitor_id, &name, &email],
            )
            .await
    }

    /// Starts a conversation, within the client's rate limit.
    async fn begin(
        &self,
        client: IpAddr,
        site_id: i64,
        widget_id: i64,
        visitor: &StartRequest,
    ) -> Result<i64, Error<StartConversation>> {
        // A client at its limit is refused before any write.
        self.rate_limits.conversations.look(client).await?;
        let now = self.clock.now();
        let (name, email) = (non_empty(&visitor.name), non_empty(&visitor.email));
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        let params = [
            &site_id as _,
            &widget_id as _,
            &visitor.visitor_id as _,
            &name as _,
            &email as _,
            &now as _,
        ];
        // The removal of a widget locks it too. So a removal either waits for the conversation, or the second statement
        // no longer finds the widget. The first statement locks the site by its foreign key; an import locks the site
        // before the widgets.
        let ((id, is_new), available): ((i64, bool), Option<i64>) = tokio::try_join!(biased;
            transaction.one(include_str!("chat/start_conversation.sql"), &params),
            transaction.opt(include_str!("chat/lock_widget.sql"), &params[..2]),
        )?;
        available.ok_or(reasons::WidgetNotAvailable)?;
        // This needs a transaction: only the statement can tell whether this call created the conversation, and a call
        // over the limit must be rolled back.
        if is_new {
            self.rate_limits.conversations.count(client).await?;
            let for_inbox = NewInboxEvent::ConversationStarted { conversation_id: id };
            let started = stoa_events::conversation_started(site_id, id, now);
            tokio::try_join!(biased;
                stoa_inbox::post(&transaction, site_id, for_inbox, now),
                stoa_events::post(&transaction, site_id, &started, now),
            )?;
        }
        transaction.commit().await?;
        Ok(id)
    }
}

/// Returns the number of the last event that the reader has seen, or `None` if the request does not say.
fn last_seen(request: &StreamEvents) -> Result<Option<i64>, Error<StreamEvents>> {
    let (text, refusal) = match (&request.last_event_id_header, &request.last_event_id) {
        (Some(text), _) => (text, Error::from(reasons::InvalidLastEventIdHeader)),
        (None, Some(text)) => (text, reasons::InvalidLastEventId.into()),
        (None, None) => return Ok(None),
    };
    last_event_number(text).map(Some).ok_or(refusal)
}

/// Returns an item of a conversation's stream as it is sent.
fn sent(item: Streamed<ChatEvent>, conversation_id: i64) -> Event<ChatEvent> {
    match item {
        Streamed::Start(number) => Event::new(ChatEvent::Hello(Hello { conversation_id }))
            .id(number.to_string())
            .retry(STREAM_RECONNECT_DELAY),
        Streamed::Event(number, event) => Event::new(event).id(number.to_string()),
    }
}

/// Returns the id of a widget, or `None` for a number that is no integer of 64 bits.
fn widget_id(id: &WidgetId) -> Result<Option<i64>, reasons::WidgetIdIsRequired> {
    let text = match id {
        WidgetId::Integer(id) => return Ok(Some(*id)),
        WidgetId::String(text) => text::trim(text),
    };
    // `f64` also parses `inf`, which is no number in digits.
    let has_digits = text.contains(|letter: char| letter.is_ascii_digit());
    let number = text.parse().ok().filter(|number: &f64| has_digits && *number > 0.0);
    let number = number.ok_or(reasons::WidgetIdIsRequired)?;
    let is_integer = number.fract() == 0.0 && number < i64::MAX as f64;
    Ok(text.parse().ok().or(is_integer.then_some(number as i64)))
}

fn non_empty(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}
