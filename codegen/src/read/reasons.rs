//! The reasons for which an operation refuses a call. Each is named after an example of a failure.

use heck::ToSnakeCase;

use super::{error_body, headers, names};
use crate::document::{Node, Result, all};
use crate::model::Reason;

/// Returns the reasons in the document's order. An example without a name is not a reason.
pub fn read(responses: &Node<'_>) -> Result<Vec<Reason>> {
    let mut reasons: Vec<Reason> = Vec::new();
    for (code, place) in responses.entries_but_extensions()? {
        let Some(status) = code.parse().ok().filter(|status| *status >= 400) else { continue };
        let response = place.resolve("responses")?.1;
        let versioned = headers::has_version(&response)?;
        let examples =
            error_body::media(&response).map(|media| media.entries_of("examples")).transpose()?;
        let found = all(examples.into_iter().flatten().map(|(name, node)| named(name, node)))?;
        for (Reason { name, code, message, retired, .. }, node) in found {
            let has_message = |reason: &&Reason| {
                reason.message == message
                    && reason.statuses.contains(&status)
                    && reason.name != name
            };
            if let Some(other) = reasons.iter().find(has_message) {
                let other = &other.code;
                node.fault(format!(
                    "has the message of the example `{other}`: keep one of the two"
                ));
            }
            match reasons.iter_mut().find(|reason| reason.name == name) {
                Some(reason) if reason.message == message && reason.retired == retired => {
                    reason.statuses.push(status);
                }
                Some(_) => {
                    node.fault("has the Rust name of another refusal of the operation: rename it");
                }
                None => {
                    let statuses = vec![status];
                    reasons.push(Reason { name, code, statuses, message, retired, versioned });
                }
            }
        }
    }
    Ok(reasons)
}

/// Whether every reason of this status is retired, so that the server no longer answers it.
pub fn is_retired(status: u16, reasons: &[Reason]) -> bool {
    let mut of_status =
        reasons.iter().filter(|reason| reason.statuses.contains(&status)).peekable();
    of_status.peek().is_some() && of_status.all(|reason| reason.retired)
}

/// Returns the reason of an example, without its statuses.
fn named<'a>(name: &str, node: Node<'a>) -> Result<(Reason, Node<'a>)> {
    let variant = names::variant(name, &node)?;
    names::refuse_taken(&variant, &["Other"], &node)?;
    let value = node.need("value")?;
    let message = error_body::message(&value)
        .ok_or_else(|| value.fault("add `message`"))?
        .string()?
        .to_owned();
    let retired = node.flag("x-retired")?;
    let code = name.to_snake_case();
    let (statuses, versioned) = (Vec::new(), false);
    Ok((Reason { name: variant, code, statuses, message, retired, versioned }, node))
}
