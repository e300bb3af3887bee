-- Applies the merge patch $3. A kind without a choice has its default.
insert into alert_settings as chosen (site_id, person_id, choices)
values ($1, $2, jsonb_strip_nulls($3::text::jsonb))
on conflict (site_id, person_id) do update
set choices = jsonb_strip_nulls(chosen.choices || $3::text::jsonb)
