-- Password resets of the staff.

-- At most one reset of a person: that of the latest mail. A used one stays, so that an earlier mail does not replace it.
create table person_password_resets (
    person_id bigint not null,
    token_sha256 bytea not null,
    asked_at timestamptz(3) not null,
    mail_id bigint not null,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3),
    constraint person_password_resets_person_has_one primary key (person_id),
    constraint person_password_resets_token_taken unique (token_sha256),
    constraint person_password_resets_person_missing foreign key (person_id) references people (id) on delete cascade
);

-- Allows the mails of resets. A server of the previous release gives such a mail up, because it cannot write it.
alter table mails drop constraint mails_kind_unknown;
alter table mails add constraint mails_kind_unknown check (kind in (
    'reset', 'welcome', 'password_changed', 'order_confirmed', 'order_shipped', 'order_cancelled',
    'order_refunded', 'support_message', 'support_reply', 'invitation', 'staff_reset'
)) not valid;
alter table mails validate constraint mails_kind_unknown;
