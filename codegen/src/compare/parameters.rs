//! The parameters of two operations, in path, query and header.

use super::comparison::Comparison;
use super::located::Located;
use super::operation::Operation;
use super::rules::{Direction, Rule};
use super::schemas;

pub fn compare<'a>(comparison: &mut Comparison<'a>, old: &Operation<'a>, new: &Operation<'a>) {
    let renamed = in_path(comparison, old, new);
    let (was, mut is) = (all(old), all(new));
    reordered(comparison, &was, &is, new);
    let mut gone = Vec::new();
    for parameter in was {
        let key = match place(&parameter) {
            "path" => ("path", renamed_to(&renamed, name(&parameter))),
            place => (place, name(&parameter)),
        };
        match take(&mut is, |other| same(key, (place(other), name(other)))) {
            Some(other) => pair(comparison, &parameter, &other),
            None => gone.push(parameter),
        }
    }
    for parameter in gone {
        match take(&mut is, |other| name(other) == name(&parameter)) {
            Some(other) => {
                let at = other.get("in").unwrap_or_else(|| other.clone());
                let text = format!("was in {}, is in {}", place(&parameter), place(&other));
                comparison.findings.report(Rule::ParameterMoved, &at, text);
                pair(comparison, &parameter, &other);
            }
            None => {
                let text = format!("`{}` is gone", name(&parameter));
                comparison.findings.report(Rule::ParameterRemoved, &parameter, text);
            }
        }
    }
    for parameter in is {
        let rule = match parameter.flag("required") {
            true => Rule::RequiredParameterAdded,
            false => Rule::ParameterAdded,
        };
        comparison.findings.report(rule, &parameter, format!("`{}` is new", name(&parameter)));
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
        comparison.findings.report(Rule::ParameterReordered, &at, text);
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
        comparison.findings.report(Rule::PathParameterRenamed, &new.at, text);
    }
    names
}

fn renamed_to<'a>(names: &[(&'a str, &'a str)], name: &'a str) -> &'a str {
    names.iter().find(|(was, _)| *was == name).map_or(name, |(_, is)| is)
}

/// The parameters of the operation and of its path item, with references followed.
fn all<'a>(operation: &Operation<'a>) -> Vec<Located<'a>> {
    let own: Vec<Located<'_>> =
        operation.at.items_of("parameters").iter().map(Located::follow).collect();
    let shared = operation.item.items_of("parameters");
    let shared = shared.iter().map(Located::follow).filter(|shared| {
        !own.iter().any(|own| same((place(own), name(own)), (place(shared), name(shared))))
    });
    shared.collect::<Vec<_>>().into_iter().chain(own.clone()).collect()
}

fn take<'a>(
    list: &mut Vec<Located<'a>>,
    which: impl Fn(&Located<'a>) -> bool,
) -> Option<Located<'a>> {
    list.iter().position(which).map(|place| list.remove(place))
}

fn name<'a>(parameter: &Located<'a>) -> &'a str {
    parameter.text("name").unwrap_or_default()
}

fn place<'a>(parameter: &Located<'a>) -> &'a str {
    parameter.text("in").unwrap_or_default()
}

/// Whether two parameters have the same place and name. Names of headers are case-insensitive.
fn same(one: (&str, &str), other: (&str, &str)) -> bool {
    match one.0 {
        "header" => one.0 == other.0 && one.1.eq_ignore_ascii_case(other.1),
        _ => one == other,
    }
}

fn pair<'a>(comparison: &mut Comparison<'a>, old: &Located<'a>, new: &Located<'a>) {
    const COMPARED: &[&str] = &[
        "content",
        "explode",
        "in",
        "name",
        "required",
        "schema",
        "style",
        "x-message",
        "x-status",
    ];
    let findings = &mut comparison.findings;
    let text = format!("`{}`", name(new));
    match (old.flag("required"), new.flag("required")) {
        (false, true) => {
            findings.report(Rule::ParameterRequired, new, format!("{text} is required"))
        }
        (true, false) => {
            findings.report(Rule::ParameterOptional, new, format!("{text} may be left out"));
        }
        _ => {}
    }
    if place(old) == place(new) && encoding(old) != encoding(new) {
        findings.report(Rule::ParameterEncoded, new, format!("{text} is written otherwise"));
    }
    schemas::refusal(findings, old, new);
    if let (Some(old), Some(new)) = (schema(old), schema(new)) {
        comparison.schemas().compare(Direction::Request, &old, &new);
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
