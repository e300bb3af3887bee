//! When discount codes and gift certificates can be used, as checkout has it and everyone who asks before.

use stoa_db::Part;

/// Whether `code` can be used at the time $3, its minimum aside.
pub const CODE_IS_USABLE: Part = ("code_is_usable.sql", include_str!("codes/code_is_usable.sql"));

/// The status of `certificate` at the time $3: usable is what is `active`.
pub const CERTIFICATE_STATUS: Part =
    ("certificate_status.sql", include_str!("codes/certificate_status.sql"));
