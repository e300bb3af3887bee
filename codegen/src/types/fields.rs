//! Parts that structs, unions and builders share.

use crate::model::Field;
use crate::rust::stem;

/// Makes a type non-exhaustive for clients, so that a later version of the document may add to it.
pub const OPEN: &str = "#[cfg_attr(not(feature = \"exhaustive\"), non_exhaustive)]\n";

/// Deprecates a type or a field for clients. The server still has to write it.
pub const DEPRECATED: &str = "#[cfg_attr(not(feature = \"exhaustive\"), deprecated)]\n";

/// Whether the field is an `Option`: it may be null, or absent without a default.
pub fn is_option(field: &Field) -> bool {
    field.nullable || !field.required && field.default.is_none()
}

/// The name of the function that returns a field's default.
pub fn default_function(field: &Field) -> String {
    format!("default_{}", stem(&field.name))
}
