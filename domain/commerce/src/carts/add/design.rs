//! The design of a new line, and who may order it.

use serde::Deserialize;
use stoa_db::{DbError, Transaction};

use super::Addition;
use crate::carts::LineRefusal;

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Design {
    pub(super) uuid: String,
    pub(super) product_id: i64,
    pub(super) name: String,
    pub(super) revision: Option<i64>,
    /// Whether the design was never finalized.
    pub(super) is_draft: bool,
    /// Whether the last revision of a legacy design is older than the design.
    pub(super) is_undrawn: bool,
    /// Whether every caller who has the design's UUID may add the design.
    pub(super) is_open: bool,
    pub(super) is_owned: bool,
}

impl Design {
    /// Returns the design if the caller may add it in a line of this product. Only the owner may add a design that was
    /// shared once and is private again.
    pub(super) fn check(found: Option<&Self>, product_id: i64) -> Result<&Self, LineRefusal> {
        let design = found.filter(|design| design.is_open || design.is_owned);
        let design = design.ok_or(LineRefusal::DesignNotFound)?;
        if design.product_id != product_id {
            return Err(LineRefusal::DesignOfAnotherProduct);
        }
        if design.is_draft { Err(LineRefusal::DesignIsNotFinalized) } else { Ok(design) }
    }

    /// The name and the revision that the line retains once the design has been shared. `None` for the owner, whose
    /// line follows the design.
    pub(super) fn fixed_name_and_revision(&self) -> Option<(&str, Option<i64>)> {
        (!self.is_owned).then_some((&self.name, self.revision))
    }
}

/// Reads the design of the addition, if it has one and the design exists.
pub(super) async fn find_design(
    transaction: &Transaction<'_>,
    addition: &Addition<'_>,
) -> Result<Option<Design>, DbError> {
    let Addition { site_id, design_id, customer_id, designer_session, .. } = addition;
    let Some(uuid) = design_id else { return Ok(None) };
    let params = [site_id as _, uuid as _, customer_id as _, designer_session as _];
    transaction.opt(include_str!("find_design.sql"), &params).await
}
