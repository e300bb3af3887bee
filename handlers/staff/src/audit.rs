//! The operations tagged `audit`.

use stoa_db::sql;
use stoa_runtime::Error;
use stoa_staff_server::audit::{AuditApi, ListAuditEntries};
use stoa_staff_types::{AuditEntry, AuditEntryListResponse};

use crate::page::{Position, page, period};
use crate::{Staff, StaffHandlers};

impl AuditApi for StaffHandlers {
    async fn list_audit_entries(
        &self,
        _: Staff,
        request: ListAuditEntries,
    ) -> Result<AuditEntryListResponse, Error<ListAuditEntries>> {
        let ListAuditEntries { site_id, limit, cursor, actor, target, operation, from, to } =
            request;
        let (from, Position { at, id }) = period(from, to, cursor)?;
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
            &from as _,
            &actor_kind as _,
            &actor_id as _,
            &target_kind as _,
            &target_id as _,
            &operation as _,
        ];
        let entries = self.db.rows(sql, &params).await?;
        let position =
            |entry: &AuditEntry| Position { at: entry.created_at.0, id: entry.id }.to_string();
        let (data, next_cursor) = page(entries, limit, position);
        Ok(AuditEntryListResponse { data, next_cursor })
    }
}
