//! Enums that responses or webhooks contain now, and only requests contained before. The client's type of such an enum
//! gets the variant `Unknown`.

use std::collections::BTreeSet;

use super::comparison::Comparison;
use super::located::Located;
use super::rules::Rule;

pub fn compare(comparison: &mut Comparison<'_>) {
    let (old, new) = (read(&comparison.old), read(&comparison.new));
    let schemas = comparison.old.walk(&["components", "schemas"]);
    for (name, was) in schemas.map(|at| at.entries()).unwrap_or_default() {
        let is = comparison.new.walk(&["components", "schemas", name]);
        let Some(is) = is.filter(|is| is.get("enum").is_some() && was.get("enum").is_some()) else {
            continue;
        };
        if new.contains(name) && !old.contains(name) {
            comparison.report(Rule::EnumInResponses, &is, "is in responses too");
        }
    }
}

/// The names of the schemas that the responses to successful calls and the payloads of webhooks contain.
fn read<'a>(root: &Located<'a>) -> BTreeSet<&'a str> {
    let operations =
        |member| root.entries_of(member).into_iter().flat_map(|(_, item)| item.entries());
    let responses =
        operations("paths").flat_map(|(_, operation)| operation.entries_of("responses"));
    let successes = responses.filter(|(status, _)| status.starts_with(['2', '3']));
    let payloads =
        operations("webhooks").flat_map(|(_, operation)| operation.entries_of("requestBody"));
    let mut waiting: Vec<Located<'a>> =
        successes.chain(payloads).map(|(_, read)| read.follow()).collect();
    let mut read = BTreeSet::new();
    while let Some(at) = waiting.pop() {
        match at.target() {
            Some((name, target)) if read.insert(name) => waiting.push(target),
            Some(_) => {}
            None => {
                waiting.extend(at.entries().into_iter().map(|(_, inner)| inner));
                waiting.extend(at.items());
            }
        }
    }
    read
}
