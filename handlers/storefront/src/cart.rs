//! The operations tagged `cart`.

use std::time::Duration;

use serde::Deserialize;
use stoa_commerce::carts::{
    Added, Addition, LineKey, add_line, change_line, clear_cart, remove_line,
};
use stoa_designs::DRAWING_IS_BUSY;
use stoa_runtime::{Error, Internal, Replayable};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::cart::{
    AddCartItem, CartApi, ClearCart, GetCart, RecoverCart, RecoverCartReply, UpdateCartItem,
};
use stoa_storefront_types::{
    Cart, CartItem, CartItemRecord, ClearedCart, RemovedCartItem, UpdatedCartItem,
};
use stoa_stores::catalog::{BulkRule, unit_price};
use stoa_values::Currency;
use stoa_values::money::{Overflow, sum, times};

use crate::{Designer, Storefront, Visitor, total_too_large};

/// Time for which a change of a cart waits for other changes of the same cart; then it is answered 503.
pub(crate) const CART_QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// A line at its list price, with the bulk rules of its product.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListedLine {
    cart_id: i64,
    item: CartItem,
    bulk_rules: Vec<BulkRule>,
}

impl CartApi for Storefront {
    async fn get_cart(&self, visitor: Visitor, request: GetCart) -> Result<Cart, Error<GetCart>> {
        let GetCart { site_id, session_id } = request;
        let sql = include_str!("cart/get_cart.sql");
        let params = [&site_id as _, &session_id as _, &self.now() as _, &self.files(site_id) as _];
        let lines: Vec<ListedLine> = self.db.rows(sql, &params).await?;
        let Some(ListedLine { cart_id, .. }) = lines.first() else {
            return Ok(Cart { cart_id: None, items: Vec::new(), subtotal: 0, item_count: None });
        };
        let cart_id = Some(*cart_id);
        let currency = Currency::of(&visitor.store.currency);
        let items = lines.into_iter().map(|ListedLine { mut item, bulk_rules, .. }| {
            let (price, variant_id, quantity) = (item.unit_price, item.variant_id, item.quantity);
            item.unit_price = unit_price(price, &bulk_rules, variant_id, quantity, currency)?;
            item.line_total = times(item.unit_price, quantity)?;
            Ok(item)
        });
        let items = items.collect::<Result<Vec<_>, Overflow>>().map_err(total_too_large)?;
        let subtotal = sum(items.iter().map(|item| item.line_total)).map_err(total_too_large)?;
        let item_count = Some(items.iter().map(|item| item.quantity).sum());
        Ok(Cart { cart_id, items, subtotal, item_count })
    }

    async fn add_cart_item(
        &self,
        designer: Designer,
        request: AddCartItem,
    ) -> Result<Replayable<CartItemRecord>, Error<AddCartItem>> {
        let client = designer.client;
        // Count the call before its outcome is known, so that concurrent calls cannot exceed the limits. A count that
        // does not apply is given back below.
        let refused_items = &self.rate_limits.refused_cart_items;
        refused_items.count(client).await?;
        let new_carts = &self.rate_limits.new_carts;
        let within = new_carts.count(client).await;
        let mut added = self.add_line(&designer, &request, within.is_ok()).await;
        if let (Ok(Added::Undrawn), Some(uuid)) = (&added, &request.body.design_id) {
            added = match self.draw_for_cart(request.site_id, uuid, &designer).await {
                Ok(()) => self.add_line(&designer, &request, within.is_ok()).await,
                Err(error) => Err(error),
            };
        }
        let counts = match &added {
            // A call with a key counts too, because its stored answer takes room in the database, as a cart does.
            Ok(Added::Line { has_begun_cart, .. }) => {
                *has_begun_cart || request.idempotency.is_some()
            }
            _ => false,
        };
        if !counts {
            new_carts.give_back(client).await;
        }
        if !added.as_ref().is_err_and(|error| error.status() < 500) {
            refused_items.give_back(client).await;
        }
        match added? {
            Added::Line { line, .. } => Ok(Replayable::Fresh(line)),
            Added::Replayed(line) => Ok(Replayable::Replayed(line)),
            // The design changed while it was drawn.
            Added::Undrawn => Err(DRAWING_IS_BUSY)?,
            Added::MayNotBegin => {
                within?;
                Err(Internal("a call within its limit could not begin a cart".into()))?
            }
        }
    }

    async fn update_cart_item(
        &self,
        visitor: Visitor,
        request: UpdateCartItem,
    ) -> Result<UpdatedCartItem, Error<UpdateCartItem>> {
        let (site_id, body, now) = (request.site_id, request.body, self.now());
        let session_id = body.session_id.as_deref();
        let key = LineKey { site_id, line_id: body.cart_item_id, session_id };
        let _turn = match session_id {
            Some(session_id) => Some(self.carts.turn((site_id, session_id)).await?),
            None => None,
        };
        if body.quantity == 0 {
            if !remove_line(&self.db, key, now).await? {
                Err(reasons::CartItemNotFound)?;
            }
            return Ok(UpdatedCartItem::RemovedCartItem(RemovedCartItem { id: key.line_id }));
        }
        let currency = Currency::of(&visitor.store.currency);
        let changed = change_line(&self.db, key, body.quantity, currency, now).await?;
        let line = changed.ok_or(reasons::CartItemNotFound)?;
        Ok(UpdatedCartItem::CartItemRecord(line))
    }

    async fn clear_cart(
        &self,
        _: Visitor,
        request: ClearCart,
    ) -> Result<ClearedCart, Error<ClearCart>> {
        let _turn = self.carts.turn((request.site_id, &request.session_id)).await?;
        clear_cart(&self.db, request.site_id, &request.session_id, self.now()).await?;
        Ok(ClearedCart {})
    }

    async fn recover_cart(
        &self,
        visitor: Visitor,
        request: RecoverCart,
    ) -> Result<RecoverCartReply, Error<RecoverCart>> {
        let (site_id, now) = (request.site_id, self.now());
        let found =
            stoa_commerce::carts::find_recoverable(&self.db, site_id, &request.token, now).await?;
        let cart_id = found.ok_or(reasons::InvalidOrExpiredRecoveryToken)?;
        // Check this before the token is used up. The link then still works after the operator has set the base URL.
        let base_url = visitor.store.base_url.as_ref().ok_or_else(|| {
            Internal(
                format!("site {site_id} has no baseUrl, so a recovered cart has no page").into(),
            )
        })?;
        if !visitor.looks_ahead {
            let token = &request.token;
            if !stoa_commerce::carts::recover(&self.db, site_id, cart_id, token, now).await? {
                Err(reasons::InvalidOrExpiredRecoveryToken)?;
            }
        }
        Ok(RecoverCartReply {
            location: format!("{}/store/cart?recovered=1", base_url.trim_end_matches('/')),
        })
    }
}

impl Storefront {
    /// Adds a line, once per `Idempotency-Key`. `may_begin` is false if the client is at its limit of new carts. Then
    /// this stores neither a new cart nor a new key.
    async fn add_line(
        &self,
        designer: &Designer,
        request: &AddCartItem,
        may_begin: bool,
    ) -> Result<Added, Error<AddCartItem>> {
        let AddCartItem { site_id, idempotency, body } = request;
        let (site_id, owner) = (*site_id, designer.owner());
        let _turn = self.carts.turn((site_id, &body.session_id)).await?;
        let idempotency = idempotency.clone().map(|key| key.held_by(&body.session_id));
        let addition = Addition {
            site_id,
            session_id: &body.session_id,
            product_id: body.product_id,
            variant_id: body.variant_id,
            design_id: body.design_id.as_deref(),
            quantity: body.quantity,
            customer_id: owner.customer_id,
            designer_session: owner.session(),
            currency: Currency::of(&designer.store.currency),
            idempotency: idempotency.as_ref(),
            may_begin,
            now: self.now(),
        };
        Ok(add_line(&self.db, &addition).await?)
    }
}
