-- Whether the discount `code` can be used at $3. Its minimum is not looked at.
code.active
and (code.starts_at <= $3) is not false
and (code.expires_at > $3) is not false
and (code.used < code.max_uses) is not false
