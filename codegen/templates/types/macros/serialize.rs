
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
