//! What structs, unions and builders share.

use crate::codegen::model::Field;
use crate::codegen::rust::stem;

/// What a later version of the document may add to is open to who uses the crate, and closed to servers.
pub const OPEN: &str = "#[cfg_attr(not(feature = \"exhaustive\"), non_exhaustive)]\n";

/// Absent or null is `None`; a default takes the place of absence.
pub fn is_option(field: &Field) -> bool {
    field.nullable || !field.required && field.default.is_none()
}

/// The name of the function that makes a field's default, which no setter of these fields has.
pub fn default_function(field: &Field, fields: &[&Field]) -> String {
    let name = format!("default_{}", stem(&field.name));
    let is_taken = fields.iter().any(|other| stem(&other.name) == name);
    if is_taken { name + "_" } else { name }
}
