//! The operations tagged `audit`.

use chrono::{DateTime, Utc};
use stoa_db::sql;
use stoa_runtime::{BadRequest, Error};
use stoa_staff_server::audit::{AuditApi, ListAuditEntries};
use stoa_staff_types::{AuditEntry, AuditEntryListResponse};

use crate::page::{END_OF_TIME, Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl AuditApi for StaffHandlers {
    async fn list_audit_entries(
        &self,
        _: Staff,
        request: ListAuditEntries,
    ) -> Result<AuditEntryListResponse, Error<ListAuditEntries>> {
        let ListAuditEntries { site_id, limit, cursor, actor, target, operation, from, to } =
            request;
        let from = time(from)
            .map_err(|_| BadRequest("from must be a time such as 2026-03-16T09:00:00Z"))?;
        let to =
            time(to).map_err(|_| BadRequest("to must be a time such as 2026-03-16T09:00:00Z"))?;
        // The first page begins before `to`, a later page at its cursor.
        let first = Position { at: to.unwrap_or(END_OF_TIME), id: 0 };
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(first);
        // The document's patterns require the colons, except in `command_line`.
        let actor = actor.as_deref().map(|actor| actor.split_once(':').unwrap_or((actor, "0")));
        let (actor_kind, actor_id) = actor.unzip();
        let actor_id: Option<i64> = actor_id.and_then(|id| id.parse().ok());
        let (target_kind, target_id) =
            target.as_deref().and_then(|target| target.split_once(':')).unzip();
        let sql = sql!(
            "audit/list_audit_entries.sql",
            actor = actor_kind.is_some(),
            target = target_kind.is_some(),
            operation = operation.is_some(),
        );
        let params = [
            &site_id as _,
            &(limit + 1) as _,
            &at as _,
            &id as _,
            &from.unwrap_or(DateTime::UNIX_EPOCH) as _,
            &actor_kind as _,
            &actor_id as _,
            &target_kind as _,
            &target_id as _,
            &operation as _,
        ];
        let entries = self.db.rows(sql, &params).await?;
        let position = |entry: &AuditEntry| Position { at: entry.at.0, id: entry.id }.to_string();
        let (data, next_cursor) = page(entries, limit, position);
        Ok(AuditEntryListResponse { data, next_cursor })
    }
}

fn time(text: Option<String>) -> chrono::ParseResult<Option<DateTime<Utc>>> {
    text.map(|text| text.parse()).transpose()
}
