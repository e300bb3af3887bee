//! The operations tagged `stock`. The rules are in domain/commerce.

use std::str::FromStr;

use stoa_commerce::stock::{StockPosition, adjust_stock, list_stock, list_stock_adjustments};
use stoa_idempotency::Replayable;
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::stock::{AdjustStock, ListStock, ListStockAdjustments, StockApi};
use stoa_staff_types::{
    StockAdjustment, StockAdjustmentListResponse, StockItem, StockListResponse,
};

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl StockApi for StaffHandlers {
    async fn list_stock(
        &self,
        _: Staff,
        request: ListStock,
    ) -> Result<StockListResponse, Error<ListStock>> {
        let ListStock { site_id, limit, cursor } = request;
        let StockCursor(after) =
            cursor_value(cursor)?.unwrap_or(StockCursor(StockPosition::LOWEST));
        let stock = list_stock(&self.db, site_id, after, limit + 1).await?;
        let (data, next_cursor) = page(stock, limit, |item: &StockItem| {
            let StockItem { quantity, product_id, variant_id, .. } = item;
            format!("{quantity}.{product_id}.{}", variant_id.unwrap_or(0))
        });
        Ok(StockListResponse { data, next_cursor })
    }

    async fn list_stock_adjustments(
        &self,
        _: Staff,
        request: ListStockAdjustments,
    ) -> Result<StockAdjustmentListResponse, Error<ListStockAdjustments>> {
        let ListStockAdjustments { site_id, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let adjustments = list_stock_adjustments(&self.db, site_id, (at, id), limit + 1).await?;
        let (data, next_cursor) = page(adjustments, limit, |last: &StockAdjustment| {
            Position { at: last.created_at.0, id: last.id }.to_string()
        });
        Ok(StockAdjustmentListResponse { data, next_cursor })
    }

    async fn adjust_stock(
        &self,
        staff: Staff,
        request: AdjustStock,
    ) -> Result<Replayable<StockItem>, Error<AdjustStock>> {
        let AdjustStock { site_id, idempotency, body } = request;
        if body.delta == 0 {
            return Err(reasons::InvalidDelta)?;
        }
        let key = idempotency.map(|key| key.held_by(&staff.holder()));
        let origin = staff.origin::<AdjustStock>();
        Ok(adjust_stock(&self.db, site_id, &body, key.as_ref(), &origin, self.now()).await?)
    }
}

/// The quantity, the product and the variant of the last item of a page.
struct StockCursor(StockPosition);

impl FromStr for StockCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let numbers: Result<Vec<i64>, _> = text.split('.').map(str::parse).collect();
        let [quantity, product_id, variant_id] =
            numbers.map_err(|_| ())?.try_into().map_err(|_| ())?;
        Ok(Self(StockPosition { quantity, product_id, variant_id }))
    }
}
