insert into inbox_events (site_id, kind, data, occurred_at)
values (
    $1,
    'stockLow',
    jsonb_build_object('productId', $2::bigint, 'variantId', $3::bigint, 'quantity', $4::bigint),
    $5
)
