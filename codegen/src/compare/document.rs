//! Compares two documents: first the parts outside operations, then each operation.

use super::comparison::Comparison;
use super::finding::Finding;
use super::located::Located;
use super::rules::Rule;
use super::{enums, keys, operations, security, webhooks};
use crate::document::Document;

/// Returns a finding for each change from the old to the new document, the worst first.
pub fn compare(old: &Document, new: &Document) -> Vec<Finding> {
    let mut comparison = Comparison::new(old, new);
    comparison.document();
    comparison.servers();
    comparison.tags();
    security::schemes(&mut comparison);
    operations::compare(&mut comparison);
    enums::compare(&mut comparison);
    webhooks::compare(&mut comparison);
    comparison.findings.finish()
}

impl<'a> Comparison<'a> {
    /// Compares the top level of the documents. Components and rate limits are compared where operations use them.
    fn document(&mut self) {
        const COMPARED: &[&str] = &[
            "info",
            "servers",
            "tags",
            "paths",
            "components",
            "security",
            "webhooks",
            "x-rate-limits",
        ];
        let (old, new) = (self.old.clone(), self.new.clone());
        self.rest(&old, &new, COMPARED);
        if let (Some(old), Some(new)) = (old.get("info"), new.get("info")) {
            self.rest(&old, &new, &["version", "x-fixed-version"]);
        }
    }

    fn servers(&mut self) {
        let path = |at: &Located<'_>| -> Option<String> {
            let url = at.text("url")?;
            Some(url.split_once('}').map_or(url, |(_, path)| path).to_owned())
        };
        let (old, new) = (self.old.items_of("servers"), self.new.items_of("servers"));
        let paths: Vec<Option<String>> = new.iter().map(path).collect();
        for (index, server) in old.iter().enumerate() {
            let was = path(server);
            if !paths.contains(&was) {
                let at = new.get(index).and_then(|at| at.get("url"));
                let text = format!("`{}` is gone", was.unwrap_or_default());
                self.findings.report(
                    Rule::BasePathChanged,
                    &at.unwrap_or_else(|| server.clone()),
                    text,
                );
            }
        }
        for (old, new) in old.iter().zip(&new) {
            self.rest(old, new, &["url", "variables"]);
            keys::wording(
                &mut self.findings,
                old.get("variables").as_ref(),
                new.get("variables").as_ref(),
            );
        }
    }

    fn tags(&mut self) {
        let (old, new) = (self.old.items_of("tags"), self.new.items_of("tags"));
        let named =
            |list: &[Located<'a>], name| list.iter().find(|at| at.text("name") == name).cloned();
        for was in &old {
            let Some(is) = named(&new, was.text("name")) else {
                keys::wording(&mut self.findings, Some(was), None);
                continue;
            };
            self.rest(was, &is, &["name", "x-inbound"]);
            if was.flag("x-inbound") != is.flag("x-inbound") {
                let (rule, text) = match is.flag("x-inbound") {
                    true => (Rule::InboundAdded, "is inbound"),
                    false => (Rule::InboundRemoved, "is not inbound any more"),
                };
                self.findings.report(rule, &is, text);
            }
        }
        for is in new.iter().filter(|at| named(&old, at.text("name")).is_none()) {
            keys::wording(&mut self.findings, None, Some(is));
        }
        let order = |list: &[Located<'a>], other: &[Located<'a>]| -> Vec<&'a str> {
            let both = list.iter().filter(|at| named(other, at.text("name")).is_some());
            both.filter_map(|at| at.text("name")).collect()
        };
        if order(&old, &new) != order(&new, &old)
            && let Some(at) = self.new.get("tags")
        {
            self.findings.report(Rule::Wording, &at, "have another order");
        }
    }
}
