//! Types of the operations tagged `bundles`.

use serde::{Deserialize, Serialize};

/// A bundle, which holds one whole site. The file `specs/site-bundle.schema.json` of Stoa describes
/// it.
pub type SiteBundle = serde_json::Map<String, serde_json::Value>;

closed! {
    /// - `file`: the rows of the bundle are written
    /// - `site`: the rows of the site stay as they are
    pub enum BundleSide {
        /// `file`
        File = "file",
        /// `site`
        Site = "site",
    }
}

/// The answer of `applySite`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BundleResultResponse {
    /// The numbers of rows that an apply has changed or left, and the first of these rows.
    pub data: BundleResult,
}

serialize! { BundleResultResponse { "success" = true, "data": data } }

/// The numbers of rows that an apply has changed or left, and the first of these rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BundleResult {
    /// Whether the site is now as the bundle says, apart from conflicts that `prefer` has decided for
    /// the site. False if rows are left because of conflicts or because they cannot be stored. With
    /// `dryRun`, whether the call without it would do that.
    pub applied: bool,
    /// Rows that were changed.
    pub changed: i64,
    /// Rows that were added.
    pub added: i64,
    /// Rows that the bundle lacks, and that were archived, disabled or removed.
    pub pruned: i64,
    /// Rows of the bundle that needed no change.
    pub unchanged: i64,
    /// Conflicts that were not decided, or that were decided for the site.
    pub conflicts: i64,
    /// Rows that cannot be stored.
    pub refused: i64,
    /// Rows that the bundle lacks, and that stay because `prune` is not true or because the site uses
    /// them.
    pub lacking: i64,
    /// Sections of the bundle that an apply leaves out, such as `apiKeys`.
    pub not_compared: Vec<String>,
    /// The first 1,000 rows that were changed, added, pruned or kept, or left because of a conflict or
    /// a refusal.
    pub changes: Vec<BundleChange>,
    /// Whether there are more rows than `changes` has.
    pub has_more: bool,
}

/// A row that differs between the bundle and the site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BundleChange {
    /// Section of the bundle.
    pub section: String,
    /// Id of the row; null for a new row to which the bundle gives none.
    pub id: Option<i64>,
    /// A name of the row for people, such as its slug.
    pub label: String,
    /// - `changed`: the site has another content of the row
    /// - `added`: the site lacks the row
    /// - `pruned`: the bundle lacks the row
    /// - `kept`: the bundle lacks the row, and it stays although `prune` is true, because the site uses
    ///   it
    /// - `conflict`: the row is edited in the bundle, and was changed or removed in the site since the
    ///   export
    /// - `refused`: the row cannot be stored
    pub action: BundleAction,
    /// Why the row is a conflict or is refused, or what a prune does with it (`archived`); null for
    /// others.
    pub detail: Option<String>,
    /// The first 100 differences; empty for a row that was added or pruned.
    pub differences: Vec<BundleDifference>,
}

open! {
    /// - `changed`: the site has another content of the row
    /// - `added`: the site lacks the row
    /// - `pruned`: the bundle lacks the row
    /// - `kept`: the bundle lacks the row, and it stays although `prune` is true, because the site uses
    ///   it
    /// - `conflict`: the row is edited in the bundle, and was changed or removed in the site since the
    ///   export
    /// - `refused`: the row cannot be stored
    pub enum BundleAction {
        /// `changed`
        Changed = "changed",
        /// `added`
        Added = "added",
        /// `pruned`
        Pruned = "pruned",
        /// `kept`
        Kept = "kept",
        /// `conflict`
        Conflict = "conflict",
        /// `refused`
        Refused = "refused",
    }
}

/// A member, or a part of a row, that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BundleDifference {
    /// The member or part, such as `price`, `variant 7 price` or `variant 7`.
    pub name: String,
    /// - `changed`: a member has another value
    /// - `added`: the site lacks the part
    /// - `removed`: the bundle lacks the part, and `prune` removes it
    pub action: BundleDifferenceAction,
    /// The JSON of the site's value, at most 60 characters and `…`; null unless the action is
    /// `changed`.
    pub old: Option<String>,
    /// The JSON of the bundle's value, at most 60 characters and `…`; null unless the action is
    /// `changed`.
    pub new: Option<String>,
}

open! {
    /// - `changed`: a member has another value
    /// - `added`: the site lacks the part
    /// - `removed`: the bundle lacks the part, and `prune` removes it
    pub enum BundleDifferenceAction {
        /// `changed`
        Changed = "changed",
        /// `added`
        Added = "added",
        /// `removed`
        Removed = "removed",
    }
}
