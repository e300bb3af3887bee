
/// An enum that preserves unknown values.
macro_rules! open {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$meant:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
        pub enum $name {
            $($(#[$meant])* $variant,)*
            /// A value that is not in this version of the document.
            Unknown(String),
        }

        impl $name {
            /// Every documented value.
            pub const VALUES: &'static [&'static str] = &[$($text),*];

            /// The value as the document writes it.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Unknown(value) => value,
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::convert::Infallible;

            fn from_str(text: &str) -> Result<Self, std::convert::Infallible> {
                Ok(match text {
                    $($text => Self::$variant,)*
                    _ => Self::Unknown(text.to_owned()),
                })
            }
        }

        text!($name);
    };
}
