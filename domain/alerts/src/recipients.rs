//! The people who may get alerts of a site.

use std::collections::BTreeMap;

use serde::Deserialize;
use stoa_db::{Db, DbError, Transaction};
use stoa_staff_types::{AlertChoice, Role};

use crate::AlertKind;

/// How a person gets the alerts of a site.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Choices {
    /// Whether the person has roles for this site, and not only for all sites.
    is_member: bool,
    /// By the names of kinds. Newer servers may have stored further ones.
    choices: BTreeMap<String, AlertChoice>,
}

/// A person with roles for a site, which apply now.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Recipient {
    pub(crate) id: i64,
    pub(crate) email: String,
    roles: Vec<Role>,
    /// Whether the person has roles for this site, and not only for all sites.
    is_member: bool,
    /// By the names of kinds. Newer servers may have stored further ones.
    choices: BTreeMap<String, AlertChoice>,
}

impl Choices {
    /// The choice for a kind, or its default.
    pub(crate) fn of(&self, kind: AlertKind) -> AlertChoice {
        chosen(&self.choices, self.is_member, kind)
    }
}

impl Recipient {
    fn choice(&self, kind: AlertKind) -> AlertChoice {
        match kind.is_for(&self.roles) {
            true => chosen(&self.choices, self.is_member, kind),
            false => AlertChoice::Off,
        }
    }

    /// Whether the person gets alerts of a kind, at once or in a digest.
    pub(crate) fn wants(&self, kind: AlertKind) -> bool {
        self.choice(kind) != AlertChoice::Off
    }

    /// Whether the person gets alerts of a kind at once.
    pub(crate) fn wants_at_once(&self, kind: AlertKind) -> bool {
        self.choice(kind) == AlertChoice::AtOnce
    }

    /// The names of the kinds of alerts that the person gets.
    pub(crate) fn wanted(&self) -> Vec<&'static str> {
        let kinds = AlertKind::ALL.into_iter();
        kinds.filter(|kind| self.wants(*kind)).map(AlertKind::as_str).collect()
    }
}

/// The choice for a kind, or its default. The defaults are for members of the site.
fn chosen(
    choices: &BTreeMap<String, AlertChoice>,
    is_member: bool,
    kind: AlertKind,
) -> AlertChoice {
    match choices.get(kind.as_str()) {
        Some(choice) => choice.clone(),
        None if is_member => kind.default_choice(),
        None => AlertChoice::Off,
    }
}

static RECIPIENTS: &str = include_str!("recipients/list.sql");

/// Returns the people whose roles for the site apply.
pub(crate) async fn recipients(
    transaction: &Transaction<'_>,
    site_id: i64,
) -> Result<Vec<Recipient>, DbError> {
    let all: Option<i64> = None;
    transaction.rows(RECIPIENTS, &[&site_id, &all]).await
}

/// Returns the person, if the person's roles for the site apply.
pub(crate) async fn recipient(
    db: &Db,
    site_id: i64,
    person_id: i64,
) -> Result<Option<Recipient>, DbError> {
    db.opt(RECIPIENTS, &[&site_id, &Some(person_id)]).await
}
