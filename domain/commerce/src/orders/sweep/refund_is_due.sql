-- Whether `refund` is to be tried at $2. One of a part only if it was asked for since $5.
refund.done_at is null
and refund.due_at <= $2
and (refund.amount is null or refund.asked_at > $5)
