
/// `Debug` as derived, except that secrets are hidden: `debug!(LoginRequest { email, password: hidden })`.
macro_rules! debug {
    (@ $value:expr) => { &$value };
    (@ $value:expr, hidden) => { &format_args!("[hidden]") };
    ($name:ident { $($field:ident $(: $hidden:ident)?),* }) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.debug_struct(stringify!($name))
                    $(.field(stringify!($field), debug!(@ self.$field $(, $hidden)?)))*
                    .finish()
            }
        }
    };
}
