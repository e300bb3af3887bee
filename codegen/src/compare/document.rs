//! Compares two documents: first the parts outside operations, then each operation.

use super::comparison::Comparison;
use super::finding::Finding;
use super::located::{Located, Matched, matched, matched_entries};
use super::rules::Rule;
use super::{enums, operations, security, webhooks};
use crate::document::Document;

/// Returns a finding for each change from the old to the new document, the worst first.
pub fn compare(old: &Document, new: &Document) -> Vec<Finding> {
    let mut comparison = Comparison::new(old, new);
    comparison.document();
    comparison.server();
    comparison.tags();
    security::schemes(&mut comparison);
    operations::compare(&mut comparison);
    enums::compare(&mut comparison);
    webhooks::compare(&mut comparison);
    comparison.finish()
}

impl Comparison<'_> {
    /// Compares the top level of the documents. Components are compared where operations use them, and so is which
    /// rate limits an operation has.
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
        for ((_, was), (_, is)) in matched_entries(&old, &new, "x-rate-limits").both {
            self.rest(&was, &is, &[]);
        }
    }

    /// Compares the only server of each document. Its URL is a variable and the base path.
    fn server(&mut self) {
        let [old, new] = [&self.old, &self.new].map(|root| root.items_of("servers"));
        let path = |servers: &[Located<'_>]| {
            let url = servers.first().and_then(|server| server.text("url")).unwrap_or_default();
            url.split_once('}').map_or(url, |(_, path)| path).to_owned()
        };
        let (was, is) = (path(&old), path(&new));
        if was != is {
            let at = new.first().and_then(|server| server.get("url"));
            let at = at.unwrap_or_else(|| self.new.clone());
            self.report(Rule::BasePathChanged, &at, format!("was `{was}`, is `{is}`"));
        }
        for (old, new) in old.iter().zip(&new) {
            self.rest(old, new, &["url"]);
        }
    }

    fn tags(&mut self) {
        let [old, new] = [&self.old, &self.new].map(|root| root.items_of("tags"));
        let Matched { both, gone, fresh } =
            matched(old, new, |was, is| was.text("name") == is.text("name"));
        for (was, is) in both {
            self.rest(&was, &is, &[]);
        }
        for was in gone {
            self.report(Rule::Wording, &was, "is gone");
        }
        for is in fresh {
            self.report(Rule::Wording, &is, "is new");
        }
    }
}
