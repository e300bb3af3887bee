//! The operations tagged `conversations`. The rules are in domain/conversations.

use std::future::Future;

use stoa_conversations::{
    self as conversations, Agent, Changed, Conversation, NewReply, ReplyRefusal,
};
use stoa_db::{ToSql, sql};
use stoa_runtime::{Error, Failed, Replayable};
use stoa_staff_reasons as reasons;
use stoa_staff_server::conversations::{
    AssignConversation, CloseConversation, ConversationsApi, GetConversation, ListConversations,
    ReleaseConversation, ReplyToConversation,
};
use stoa_staff_types::{
    self as types, ConversationListResponse, ConversationMessage, ConversationWithMessages,
    ConversationWithMessagesResponse,
};
use tracing::Instrument;

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl ConversationsApi for StaffHandlers {
    async fn list_conversations(
        &self,
        staff: Staff,
        request: ListConversations,
    ) -> Result<ConversationListResponse, Error<ListConversations>> {
        let ListConversations { site_id, status, mine, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let statuses = match &status {
            Some(status) => vec![status.as_str()],
            None => vec!["open", "assigned", "closed"],
        };
        let sql = sql!("conversations/list_conversations.sql", mine = mine);
        let person_id = staff.agent().person_id;
        let params: [&(dyn ToSql + Sync); 6] =
            [&site_id, &statuses, &at, &id, &(limit + 1), &person_id];
        let found: Vec<types::Conversation> = self.db.rows(sql, &params).await?;
        let position =
            |last: &types::Conversation| Position { at: last.last_message_at.0, id: last.id };
        let (data, next_cursor) = page(found, limit, |last| position(last).to_string());
        Ok(ConversationListResponse { data, next_cursor })
    }

    async fn get_conversation(
        &self,
        _: Staff,
        request: GetConversation,
    ) -> Result<ConversationWithMessagesResponse, Error<GetConversation>> {
        let GetConversation { site_id, conversation_id, limit, cursor } = request;
        // The cursor is the number of the last message of the page before.
        let before = cursor_value(cursor)?.unwrap_or(i64::MAX);
        let sql = include_str!("conversations/get_conversation.sql");
        let found: Option<ConversationWithMessages> =
            self.db.opt(sql, &[&site_id, &conversation_id, &before, &(limit + 1)]).await?;
        let mut data = found.ok_or(reasons::ConversationNotFound)?;
        let messages = std::mem::take(&mut data.messages);
        let (messages, next_cursor) = page(messages, limit, |last| last.number.to_string());
        data.messages = messages;
        Ok(ConversationWithMessagesResponse { data, next_cursor })
    }

    async fn assign_conversation(
        &self,
        staff: Staff,
        request: AssignConversation,
    ) -> Result<types::Conversation, Error<AssignConversation>> {
        let AssignConversation { site_id, conversation_id, body } = request;
        let agent = match body.person_id {
            Some(person_id) if Some(person_id) != staff.agent().person_id => {
                let name = stoa_people::find_agent(&self.db, site_id, person_id).await?;
                let name = name.ok_or(reasons::PersonNotFound)?;
                Agent { name, person_id: Some(person_id) }
            }
            _ => staff.agent(),
        };
        let conversation = Conversation { site_id, id: conversation_id };
        let (db, now, origin) = (self.db.clone(), self.now(), staff.origin::<AssignConversation>());
        let change = async move {
            conversations::assign(&db, &origin, conversation, Some(&agent), now).await
        };
        self.change(change).await
    }

    async fn release_conversation(
        &self,
        staff: Staff,
        request: ReleaseConversation,
    ) -> Result<types::Conversation, Error<ReleaseConversation>> {
        let ReleaseConversation { site_id, conversation_id } = request;
        let conversation = Conversation { site_id, id: conversation_id };
        let (db, now, origin) =
            (self.db.clone(), self.now(), staff.origin::<ReleaseConversation>());
        let change = async move { conversations::release(&db, &origin, conversation, now).await };
        self.change(change).await
    }

    async fn close_conversation(
        &self,
        staff: Staff,
        request: CloseConversation,
    ) -> Result<types::Conversation, Error<CloseConversation>> {
        let CloseConversation { site_id, conversation_id } = request;
        let conversation = Conversation { site_id, id: conversation_id };
        let (db, now, origin) = (self.db.clone(), self.now(), staff.origin::<CloseConversation>());
        let change = async move { conversations::close(&db, &origin, conversation, now).await };
        self.change(change).await
    }

    async fn reply_to_conversation(
        &self,
        staff: Staff,
        request: ReplyToConversation,
    ) -> Result<Replayable<ConversationMessage>, Error<ReplyToConversation>> {
        let ReplyToConversation { site_id, conversation_id, idempotency, body } = request;
        let conversation = Conversation { site_id, id: conversation_id };
        let idempotency = idempotency.map(|key| key.held_by(&staff.holder()));
        let reply = NewReply { agent: staff.agent(), body: body.body, idempotency };
        let (db, now, origin) =
            (self.db.clone(), self.now(), staff.origin::<ReplyToConversation>());
        let hub = self.hub.clone();
        // The reply is stored in a task, so that the visitor's streams receive it even if the agent disconnects after
        // the commit.
        let replied = async move {
            let replied = conversations::reply(&db, &origin, conversation, reply, now).await?;
            replied.notification.into_iter().for_each(|notification| {
                hub.announce(notification.conversation, notification.number)
            });
            Ok::<_, Failed<ReplyRefusal>>(replied)
        };
        let replied = stoa_fair_queue::spawn(replied.in_current_span()).await?;
        Ok(replied?.message)
    }
}

impl StaffHandlers {
    /// Changes a conversation in a task, so that the visitor's streams learn of the change even if the agent disconnects
    /// after the commit.
    async fn change<Op, R: Send + 'static>(
        &self,
        change: impl Future<Output = Result<Changed, Failed<R>>> + Send + 'static,
    ) -> Result<types::Conversation, Error<Op>>
    where
        Error<Op>: From<R>,
    {
        let hub = self.hub.clone();
        let change = async move {
            let Changed { conversation, notification } = change.await?;
            hub.announce(notification.conversation, notification.number);
            Ok::<_, Failed<R>>(conversation)
        };
        Ok(stoa_fair_queue::spawn(change.in_current_span()).await??)
    }
}
