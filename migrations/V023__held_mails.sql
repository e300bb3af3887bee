-- A mail with a link waits while its store has no address. The hour of a reset begins when the mail may be sent.
alter table mails add column held_until timestamptz(3);
