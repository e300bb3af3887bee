//! Headers of responses. The handler sets `Location` and `Set-Cookie`. Generated code handles `ETag`, `Cache-Control:
//! no-store` and `Idempotent-Replayed`. All other headers are only documentation.

use super::keywords::{self, ANNOTATIONS};
use super::names;
use crate::document::{Node, Result, all};

/// Headers that the handler sets.
pub const SET_BY_HANDLER: &[&str] = &["Location", "Set-Cookie"];

/// The header that generated code sets on a replayed response.
pub const REPLAYED: &str = "Idempotent-Replayed";

/// Returns the headers of a response by name. Each node is the place of a header, which may contain a `$ref`.
pub fn read<'a>(response: &Node<'a>) -> Result<Vec<(&'a str, Node<'a>)>> {
    let headers = response.entries_of("headers")?;
    all(headers.into_iter().map(|(name, place)| {
        names::token(name, &place)?;
        let mut known = ["ETag", REPLAYED].iter().chain(SET_BY_HANDLER);
        if let Some(known) = known.find(|known| known.eq_ignore_ascii_case(name))
            && *known != name
        {
            place.fault(format!("write it `{known}`"));
        }
        if name.eq_ignore_ascii_case("Content-Type") {
            place.fault("the media type says it: remove it");
        }
        check(&place.resolve_alone("headers")?.1)?;
        Ok((name, place))
    }))
}

/// Whether a header is `Cache-Control: no-store`, which generated code sets.
pub fn is_no_store(name: &str, place: &Node<'_>) -> Result<bool> {
    let schema = place.resolve("headers")?.1.need("schema")?;
    let is_const = schema.get("const").is_some_and(|value| value.value == "no-store");
    Ok(is_const && name.eq_ignore_ascii_case("Cache-Control"))
}

/// The integer of the payload that this `ETag` contains (`x-version`), if it is not a tag of the content.
pub fn version(header: &Node<'_>) -> Result<Option<String>> {
    let target = header.resolve("headers")?.1;
    Ok(target.text("x-version")?.map(str::to_owned))
}

/// Whether a response has an `ETag` with a version.
pub fn has_version(response: &Node<'_>) -> Result<bool> {
    let headers = response.entries_of("headers")?;
    let tag = headers.iter().find(|(name, _)| *name == "ETag");
    Ok(tag.map(|(_, header)| version(header)).transpose()?.flatten().is_some())
}

/// Whether a response always has this header.
pub fn is_required(place: &Node<'_>) -> Result<bool> {
    place.resolve("headers")?.1.flag("required")
}

/// Requires that a response has this header of this type, and not always.
pub fn require(response: &Node<'_>, name: &str, ty: &str, reason: &str) -> Result<()> {
    let mut given = read(response)?.into_iter();
    let Some((_, place)) = given.find(|(given, _)| given.eq_ignore_ascii_case(name)) else {
        return Err(response.fault(format!("add the header `{name}`: {reason}")));
    };
    let header = place.resolve("headers")?.1;
    match header.need("schema")?.text("type")? == Some(ty) && !is_required(&place)? {
        true => Ok(()),
        false => Err(header.fault(format!("`{name}` is an optional `type: {ty}`"))),
    }
}

/// Checks a header that a response or a component describes.
pub fn check(header: &Node<'_>) -> Result<()> {
    header.only(&["description", "schema", "example", "required", "deprecated", "x-version"]);
    header.flag("required")?;
    let schema = header.need("schema")?;
    let keys = ["type", "const", "format", "minimum", "maximum", "pattern"];
    schema.only(&[&keys[..], ANNOTATIONS].concat());
    keywords::pattern(&schema);
    let ty = schema.need("type")?.string()?;
    match ty {
        "integer" if schema.get("const").is_some() => Ok(()),
        "integer" | "string" | "number" | "boolean" => {
            keywords::require_int64(&schema, ty);
            Ok(())
        }
        _ => Err(schema.fault("a header is a string, a number, true or false")),
    }
}
