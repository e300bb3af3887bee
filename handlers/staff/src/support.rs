//! The operations tagged `support`. The rules are in domain/customers.

use stoa_customers::support::staff::{self, FoundMessage, NewReply};
use stoa_runtime::{Error, Replayable};
use stoa_staff_reasons as reasons;
use stoa_staff_server::support::{
    CloseSupportMessage, GetSupportMessage, ListSupportMessages, ReplyToSupportMessage, SupportApi,
};
use stoa_staff_types::{SupportMessage, SupportMessageListResponse, SupportMessageSummary};

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

/// The statuses, in the order of the list.
const STATUSES: [&str; 3] = ["open", "pending", "closed"];

impl SupportApi for StaffHandlers {
    async fn list_support_messages(
        &self,
        _: Staff,
        request: ListSupportMessages,
    ) -> Result<SupportMessageListResponse, Error<ListSupportMessages>> {
        let ListSupportMessages { site_id, status, limit, cursor } = request;
        let (first, position) = match cursor {
            None => (STATUSES[0].to_owned(), Position::NEWEST),
            Some(cursor) => {
                let cursor = cursor.split_once('.').ok_or(reasons::InvalidCursor)?;
                let position = cursor_value(Some(cursor.1.to_owned()))?;
                (cursor.0.to_owned(), position.unwrap_or(Position::NEWEST))
            }
        };
        let first = STATUSES.iter().position(|status| *status == first);
        let listed = &STATUSES[first.ok_or(reasons::InvalidCursor)?..];
        let is_wanted =
            |name: &&&str| status.as_ref().is_none_or(|status| status.as_str() == **name);
        let statuses: Vec<&str> = listed.iter().filter(is_wanted).copied().collect();
        // The page before ended within the first of these statuses.
        let positions = statuses
            .iter()
            .map(|status| if *status == listed[0] { position } else { Position::NEWEST });
        let (times, ids): (Vec<_>, Vec<_>) =
            positions.map(|position| (position.at, position.id)).unzip();
        let sql = include_str!("support/list_support_messages.sql");
        let messages: Vec<SupportMessageSummary> =
            self.db.rows(sql, &[&site_id, &statuses, &times, &ids, &(limit + 1)]).await?;
        let (data, next_cursor) = page(messages, limit, |last| {
            format!("{}.{}", last.status, Position { at: last.last_activity_at.0, id: last.id })
        });
        Ok(SupportMessageListResponse { data, next_cursor })
    }

    async fn get_support_message(
        &self,
        _: Staff,
        request: GetSupportMessage,
    ) -> Result<SupportMessage, Error<GetSupportMessage>> {
        let GetSupportMessage { site_id, support_message_id } = request;
        let message =
            staff::get_message(&self.db, FoundMessage { site_id, id: support_message_id });
        Ok(message.await?.ok_or(reasons::SupportMessageNotFound)?)
    }

    async fn reply_to_support_message(
        &self,
        staff: Staff,
        request: ReplyToSupportMessage,
    ) -> Result<Replayable<SupportMessage>, Error<ReplyToSupportMessage>> {
        let ReplyToSupportMessage { site_id, support_message_id, idempotency, body } = request;
        let message = FoundMessage { site_id, id: support_message_id };
        let idempotency = idempotency.map(|key| key.held_by(&staff.holder()));
        let reply = NewReply { author_name: staff.agent().name, body: body.body, idempotency };
        let origin = staff.origin::<ReplyToSupportMessage>();
        Ok(staff::reply(&self.support, &origin, message, reply).await?)
    }

    async fn close_support_message(
        &self,
        staff: Staff,
        request: CloseSupportMessage,
    ) -> Result<SupportMessage, Error<CloseSupportMessage>> {
        let CloseSupportMessage { site_id, support_message_id } = request;
        let message = FoundMessage { site_id, id: support_message_id };
        let origin = staff.origin::<CloseSupportMessage>();
        Ok(staff::close(&self.db, &origin, message, self.now()).await?)
    }
}
