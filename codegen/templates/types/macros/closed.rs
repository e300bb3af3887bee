
/// An enum that only requests contain.
macro_rules! closed {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$meant:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
        pub enum $name {
            $($(#[$meant])* $variant,)*
        }

        impl $name {
            /// Every documented value.
            pub const VALUES: &'static [&'static str] = &[$($text),*];

            /// The value as the document writes it.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::UnknownValue;

            fn from_str(text: &str) -> Result<Self, crate::UnknownValue> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(crate::UnknownValue(text.to_owned())),
                }
            }
        }

        text!($name);
    };
}
