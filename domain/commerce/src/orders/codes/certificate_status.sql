-- What the gift `certificate` is at $3. What keeps it from being used for good comes first.
case
    when certificate.disabled then 'disabled'
    when certificate.expires_at <= $3 then 'expired'
    when certificate.remaining_amount = 0 then 'depleted'
    else 'active'
end
