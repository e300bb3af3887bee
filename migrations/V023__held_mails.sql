-- Mails wait while their store has no address. The hour of a reset begins when its mail can be sent.
alter table mails add column held_until timestamptz(3);
