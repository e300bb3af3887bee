//! Macros that the types share.

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

/// Serializes properties in order: constants, which have no field (`=`), fields (`:`) and optional fields (`?:`).
macro_rules! serialize {
    ($name:ident { $($key:literal $(= $constant:literal)? $(: $field:ident)? $(?: $optional:ident)?),* $(,)? }) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                let mut out = serializer.serialize_struct(stringify!($name), [$($key),*].len())?;
                $(
                    $(out.serialize_field($key, &$constant)?;)?
                    $(out.serialize_field($key, &self.$field)?;)?
                    $(match &self.$optional {
                        Some(value) => out.serialize_field($key, value)?,
                        None => out.skip_field($key)?,
                    })?
                )*
                out.end()
            }
        }
    };
}

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

/// Writes an enum as text.
macro_rules! text {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
