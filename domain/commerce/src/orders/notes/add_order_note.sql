-- Adds a note, unless the order has $8 notes already.
insert into order_notes (site_id, order_id, body, actor_kind, actor_id, author_name, created_at)
select $1, $2, $3, $4, $5, $6, $7
where (
    select count(*)
    from order_notes note
    where note.site_id = $1
    and note.order_id = $2
) < $8
