insert into audit_entries (
    site_id, at, actor_kind, actor_id, actor_name, operation, target_kind, target_id, request_id, fields
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
