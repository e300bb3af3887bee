//! Parts that structs, unions and builders share.

use crate::codegen::model::Field;
use crate::codegen::rust::stem;

/// Makes a type non-exhaustive for clients, so that a later version of the document may add to it.
pub const OPEN: &str = "#[cfg_attr(not(feature = \"exhaustive\"), non_exhaustive)]\n";

/// Whether the field is an `Option`: it may be null, or absent without a default.
pub fn is_option(field: &Field) -> bool {
    field.nullable || !field.required && field.default.is_none()
}

/// The name of the function that returns a field's default. No setter of `fields` has this name.
pub fn default_function(field: &Field, fields: &[&Field]) -> String {
    let name = format!("default_{}", stem(&field.name));
    let is_taken = fields.iter().any(|other| stem(&other.name) == name);
    if is_taken { name + "_" } else { name }
}
