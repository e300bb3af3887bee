//! Stock of products and their variations.

use super::Conversion;
use crate::losses::{Losses, shown};
use crate::numbers;
use crate::products::pieces;
use crate::table::Row;

impl Conversion {
    /// Returns the stock that all variations without a stock share. `None` if the product counts none.
    pub fn shared_stock(
        &self,
        head: &Row,
        variations: &[Row],
        losses: &mut Losses<'_>,
    ) -> Option<i64> {
        let inherits = |row: &Row| self.inherits_stock(row, head);
        let stock = variations.iter().any(inherits).then(|| self.stock(head, losses)).flatten();
        if stock.is_some() {
            for row in variations.iter().filter(|row| !inherits(row) && self.allows_backorders(row))
            {
                losses.add(row, "it now shares the stock of the product, which is counted");
            }
        }
        stock
    }

    pub fn inherits_stock(&self, row: &Row, parent: &Row) -> bool {
        let cell = row.key(self.columns.stock);
        let is_empty = cell.is_empty() || cell.eq_ignore_ascii_case("parent");
        is_empty && !parent.key(self.columns.stock).is_empty()
    }

    fn allows_backorders(&self, row: &Row) -> bool {
        let backorders = row.key(self.columns.backorders);
        backorders == "1" || backorders.eq_ignore_ascii_case("notify")
    }

    /// Returns the stock of a row. `None` if it is not counted, or sold without stock too.
    pub fn stock(&self, row: &Row, losses: &mut Losses<'_>) -> Option<i64> {
        let cell = row.key(self.columns.stock);
        if cell.is_empty() || cell.eq_ignore_ascii_case("parent") {
            return (row.key(self.columns.is_in_stock) == "0").then_some(0);
        }
        if self.allows_backorders(row) {
            losses.add(row, "it is sold without stock too, so its stock is not counted");
            return None;
        }
        let Some(number) = numbers::whole(&cell) else {
            losses.add(
                row,
                format_args!("the stock {} is no whole number, so it is 0", shown(&cell)),
            );
            return Some(0);
        };
        Some(pieces(number, row, losses))
    }
}
