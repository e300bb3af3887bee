alter table stores add column refuse_common_passwords boolean not null default false;
alter table stores add column requires_shipping_rate boolean not null default false;
