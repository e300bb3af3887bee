alter table stores add column refuse_common_passwords boolean not null default false;
