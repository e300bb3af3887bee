//! The operations tagged `carts`. The rules are in domain/commerce.

use stoa_audit::Change;
use stoa_commerce::carts::{self, NotListed};
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::carts::{CartsApi, CreateRecoveryLink, GetCart, ListAbandonedCarts};
use stoa_staff_types::{Cart, CartListResponse, CartSummary, RecoveryLink};

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl CartsApi for StaffHandlers {
    async fn list_abandoned_carts(
        &self,
        _: Staff,
        request: ListAbandonedCarts,
    ) -> Result<CartListResponse, Error<ListAbandonedCarts>> {
        let ListAbandonedCarts { site_id, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::OLDEST);
        let listed =
            carts::list_abandoned(&self.db, site_id, (at, id), limit + 1, self.now()).await;
        let carts = match listed {
            Ok(carts) => carts,
            Err(NotListed::NoStore | NotListed::NoReminders) => Vec::new(),
            Err(NotListed::Database(error)) => return Err(error)?,
        };
        let (data, next_cursor) = page(carts, limit, |last: &CartSummary| {
            Position { at: last.updated_at.0, id: last.id }.to_string()
        });
        Ok(CartListResponse { data, next_cursor })
    }

    async fn get_cart(&self, _: Staff, request: GetCart) -> Result<Cart, Error<GetCart>> {
        let GetCart { site_id, cart_id } = request;
        let cart = carts::get_cart(&self.db, site_id, cart_id, self.now()).await?;
        Ok(cart.ok_or(reasons::CartNotFound)?)
    }

    async fn create_recovery_link(
        &self,
        staff: Staff,
        request: CreateRecoveryLink,
    ) -> Result<RecoveryLink, Error<CreateRecoveryLink>> {
        let CreateRecoveryLink { site_id, cart_id } = request;
        let origin = staff.origin::<CreateRecoveryLink>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(carts::create_recovery_link(&self.db, &self.public_url, change, cart_id).await?)
    }
}
