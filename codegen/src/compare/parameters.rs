//! The parameters of two operations, in path, query and header.

use super::comparison::Comparison;
use super::located::{Located, Matched, matched};
use super::operation::Operation;
use super::rules::{Direction, Rule};

pub fn compare<'a>(comparison: &mut Comparison<'a>, old: &Operation<'a>, new: &Operation<'a>) {
    let renamed = in_path(comparison, old, new);
    let (was, is) = (all(old), all(new));
    reordered(comparison, &was, &is, new);
    let Matched { both, gone, fresh } = matched(was, is, |was, is| match place(was) {
        "path" => place(is) == "path" && renamed_to(&renamed, name(was)) == name(is),
        _ => is_same(was, is),
    });
    for (was, is) in both {
        pair(comparison, &was, &is);
    }
    for was in gone {
        comparison.report(Rule::ParameterRemoved, &was, format!("`{}` is gone", name(&was)));
    }
    for is in fresh {
        let rule = match is.flag("required") {
            true => Rule::RequiredParameterAdded,
            false => Rule::ParameterAdded,
        };
        comparison.report(rule, &is, format!("`{}` is new", name(&is)));
    }
}

/// Compares the order of the required parameters that are not in the path. They are arguments of the client's methods, in
/// the document's order. Parameters in the path have the order of the path.
fn reordered<'a>(
    comparison: &mut Comparison<'a>,
    old: &[Located<'a>],
    new: &[Located<'a>],
    operation: &Operation<'a>,
) {
    let required = |list: &[Located<'a>]| -> Vec<(&'a str, &'a str)> {
        let list = list.iter().filter(|at| at.flag("required") && place(at) != "path");
        list.map(|at| (place(at), name(at))).collect()
    };
    let both = |list: &[Located<'a>], other: &[Located<'a>]| -> Vec<(&'a str, &'a str)> {
        let other = required(other);
        required(list).into_iter().filter(|key| other.contains(key)).collect()
    };
    if both(old, new) != both(new, old) {
        let at = operation.at.get("parameters").unwrap_or_else(|| operation.at.clone());
        let text = "the required parameters have another order";
        comparison.report(Rule::ParameterReordered, &at, text);
    }
}

/// The old and new names of the path's parameters, by their positions.
fn in_path<'a>(
    comparison: &mut Comparison<'a>,
    old: &Operation<'a>,
    new: &Operation<'a>,
) -> Vec<(&'a str, &'a str)> {
    let (was, is) = (old.path_parameters(), new.path_parameters());
    if was.len() != is.len() {
        return Vec::new();
    }
    let names: Vec<_> = was.into_iter().zip(is).collect();
    for (was, is) in names.iter().filter(|(was, is)| was != is) {
        let text = format!("`{was}` is `{is}`");
        comparison.report(Rule::PathParameterRenamed, &new.at, text);
    }
    names
}

fn renamed_to<'a>(names: &[(&'a str, &'a str)], name: &'a str) -> &'a str {
    names.iter().find(|(was, _)| *was == name).map_or(name, |(_, is)| is)
}

/// The parameters of the operation and of its path item, with references followed.
fn all<'a>(operation: &Operation<'a>) -> Vec<Located<'a>> {
    let [own, shared] = [&operation.at, &operation.item]
        .map(|at| at.items_of("parameters").iter().map(Located::follow).collect::<Vec<_>>());
    let is_own = |shared: &Located<'a>| own.iter().any(|own| is_same(own, shared));
    shared.into_iter().filter(|shared| !is_own(shared)).chain(own.clone()).collect()
}

fn name<'a>(parameter: &Located<'a>) -> &'a str {
    parameter.text("name").unwrap_or_default()
}

fn place<'a>(parameter: &Located<'a>) -> &'a str {
    parameter.text("in").unwrap_or_default()
}

/// Whether two parameters have the same place and name. Names of headers are case-insensitive.
fn is_same(one: &Located<'_>, other: &Located<'_>) -> bool {
    let has_same_name = match place(one) {
        "header" => name(one).eq_ignore_ascii_case(name(other)),
        _ => name(one) == name(other),
    };
    has_same_name && place(one) == place(other)
}

fn pair<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    const COMPARED: &[&str] = &["content", "explode", "in", "name", "required", "schema", "style"];
    let text = format!("`{}`", name(new));
    let rules = (Rule::ParameterRequired, Rule::ParameterOptional);
    comparison.required(old, new, rules, &text);
    if encoding(old) != encoding(new) {
        comparison.report(Rule::ParameterEncoded, new, format!("{text} is written otherwise"));
    }
    if let (Some(old), Some(new)) = (schema(old), schema(new)) {
        comparison.schemas(Direction::Request).compare(&old, &new);
    }
    comparison.rest(old, new, COMPARED);
}

#[derive(PartialEq)]
struct Encoding<'a> {
    style: &'a str,
    /// Whether each item of a list is a separate parameter.
    is_exploded: bool,
    media_type: Option<&'a str>,
}

fn encoding<'a>(parameter: &Located<'a>) -> Encoding<'a> {
    let usual = if place(parameter) == "query" { "form" } else { "simple" };
    let style = parameter.text("style").unwrap_or(usual);
    let explode = parameter.value.get("explode").and_then(|value| value.as_bool());
    let is_exploded = explode.unwrap_or(style == "form") && is_list(parameter);
    let media_type = parameter.entries_of("content").first().map(|(name, _)| *name);
    Encoding { style, is_exploded, media_type }
}

/// Whether `explode` has an effect. It has none on scalars.
fn is_list(parameter: &Located<'_>) -> bool {
    let schema = parameter.get("schema").map(|at| at.follow());
    schema.is_some_and(|schema| matches!(schema.text("type"), Some("array" | "object")))
}

fn schema<'a>(parameter: &Located<'a>) -> Option<Located<'a>> {
    let content = parameter.entries_of("content");
    let in_content = content.first().and_then(|(_, at)| at.get("schema"));
    parameter.get("schema").or(in_content)
}
