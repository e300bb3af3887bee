-- A live rate is charged for what it was quoted for alone. What was quoted before this cannot be told, and is not charged.
alter table shipping_quotes add column postal_code text;
alter table shipping_quotes add column contents jsonb;
