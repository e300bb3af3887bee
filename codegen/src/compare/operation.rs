//! An operation of a document.

use super::located::Located;

#[derive(Clone)]
pub struct Operation<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub at: Located<'a>,
    pub item: Located<'a>,
}

impl<'a> Operation<'a> {
    pub fn id(&self) -> Option<&'a str> {
        self.at.text("operationId")
    }

    /// Method and path as clients send them. Names of path parameters are not sent, so `{}` replaces them.
    pub fn address(&self) -> String {
        let parts = self.path.split('/');
        let parts = parts.map(|part| if part.starts_with('{') { "{}" } else { part });
        format!("{} {}", self.method, parts.collect::<Vec<_>>().join("/"))
    }

    pub fn path_parameters(&self) -> Vec<&'a str> {
        let parts = self.path.split('/').filter_map(|part| part.strip_prefix('{'));
        parts.filter_map(|part| part.strip_suffix('}')).collect()
    }

    /// Whether a client may repeat a call. Without `x-idempotent`, the method decides.
    pub fn may_be_repeated(&self) -> bool {
        let stated = self.at.get("x-idempotent").and_then(|at| at.value.as_bool());
        stated.unwrap_or(matches!(self.method, "get" | "put" | "delete" | "head" | "options"))
    }

    pub fn describe(&self) -> String {
        let id = self.id().unwrap_or("an operation without a name");
        format!("{id} ({} {})", self.method.to_uppercase(), self.path)
    }
}
