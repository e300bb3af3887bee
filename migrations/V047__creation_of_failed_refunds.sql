-- The time when the refund was created. Reports from before this time do not include the refund. Null if the provider
-- or the server did not record the time.
alter table failed_refunds add column created_at timestamptz(3);
