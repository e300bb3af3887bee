//! Parts that structs, unions and builders share.

use crate::code::{Code, Name, code};
use crate::model::Field;
use crate::rust::stem;

/// Makes a type non-exhaustive for clients, so that a later version of the document may add to it.
pub fn open() -> Code {
    code!("#[cfg_attr(not(feature = \"exhaustive\"), non_exhaustive)]\n")
}

/// The attribute of a deprecated type or field, for clients only. The server still has to write it.
pub fn deprecated(is_deprecated: bool) -> Code {
    match is_deprecated {
        true => code!("#[cfg_attr(not(feature = \"exhaustive\"), deprecated)]\n"),
        false => code!(""),
    }
}

/// Whether the field is an `Option`: it may be null, or absent without a default.
pub fn is_option(field: &Field) -> bool {
    field.nullable || !field.required && field.default.is_none()
}

/// The name of the function that returns a field's default.
pub fn default_function(field: &Field) -> Name {
    Name::new(&format!("default_{}", stem(&field.name)))
}
