-- Adds a note, unless the order has $6 notes already.
insert into order_notes (site_id, order_id, body, author_name, created_at)
select $1, $2, $3, $4, $5
where (
    select count(*)
    from order_notes note
    where note.site_id = $1
    and note.order_id = $2
) < $6
