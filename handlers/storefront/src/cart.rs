//! The operations tagged `cart`.

use std::time::Duration;

use serde::Deserialize;
use stoa_commerce::carts::{CART_TTL, lock_cart};
use stoa_db::ToSql;
use stoa_designs::Owner;
use stoa_idempotency::{Claim, answer_within, claim_if_any};
use stoa_runtime::{
    BadRequest, Conflict, Documents, Error, Internal, NotFound, Refuses, Replayable,
};
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

use crate::drawings::DRAWING_IS_BUSY;
use crate::{Designer, Storefront, Visitor, total_too_large};

/// Time for which a change of a cart waits for other changes of the same cart; then it is answered 503.
pub(crate) const CART_QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

const CART_ITEM_NOT_FOUND: NotFound = NotFound("Cart item not found");
const INVALID_TOKEN: NotFound = NotFound("Invalid or expired recovery token");

impl CartApi for Storefront {
    async fn get_cart(&self, _: Visitor, request: GetCart) -> Result<Cart, Error<GetCart>> {
        let lines: Vec<(i64, CartItem, Vec<BulkRule>)> = self
            .db
            .rows(
                include_str!("cart/get_cart.sql"),
                &[&request.site_id, &request.session_id, &self.now(), &self.files(request.site_id)],
            )
            .await?;
        let Some((cart_id, ..)) = lines.first() else {
            return Ok(Cart { cart_id: None, items: Vec::new(), subtotal: 0, item_count: None });
        };
        let cart_id = Some(*cart_id);
        let currency = self.currency(request.site_id).await?;
        let items = lines.into_iter().map(|(_, mut item, rules)| {
            let (variant_id, quantity) = (item.variant_id, item.quantity);
            item.unit_price = unit_price(item.unit_price, &rules, variant_id, quantity, currency)?;
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
        // Count before it is known whether this call starts a cart or is refused, so that concurrent calls cannot exceed
        // the limits.
        let refused = &self.rate_limits.refused_cart_items;
        refused.count(client).await?;
        let limit = &self.rate_limits.new_carts;
        let within = limit.count(client).await;
        let has_key = request.idempotency.is_some();
        let mut added = self.add_line(&designer.owner(), &request, within.is_ok()).await;
        if let (Ok((CartOfLine::Undrawn, _)), Some(uuid)) = (&added, &request.body.design_id) {
            added = match self.draw_for_cart(request.site_id, uuid, &designer).await {
                Ok(()) => self.add_line(&designer.owner(), &request, within.is_ok()).await,
                Err(error) => Err(error),
            };
        }
        let counts = match &added {
            Ok((CartOfLine::Begun, _)) => true,
            // The answer that is stored with a key takes room in the database, as a cart does. The call therefore
            // counts.
            Ok((_, Some(Replayable::Fresh(_)))) => has_key,
            _ => false,
        };
        if !counts {
            limit.give_back(client).await;
        }
        if !added.as_ref().is_err_and(|error| error.status() < 500) {
            refused.give_back(client).await;
        }
        let (cart, line) = added?;
        match cart {
            CartOfLine::Refused => within?,
            // The design has changed while it was drawn.
            CartOfLine::Undrawn => Err(DRAWING_IS_BUSY)?,
            CartOfLine::There | CartOfLine::Begun => {}
        }
        Ok(line.ok_or_else(|| Internal("a cart changed under its lock".into()))?)
    }

    async fn update_cart_item(
        &self,
        _: Visitor,
        request: UpdateCartItem,
    ) -> Result<UpdatedCartItem, Error<UpdateCartItem>> {
        let (site_id, body) = (request.site_id, request.body);
        let (id, session_id, now) = (body.cart_item_id, body.session_id, self.now());
        let expires_at = now + CART_TTL;
        let _turn = match &session_id {
            Some(session_id) => Some(self.carts.turn((site_id, session_id)).await?),
            None => None,
        };
        if body.quantity == 0 {
            let sql = include_str!("cart/remove_cart_item.sql");
            let removed =
                self.db.opt(sql, &[&site_id, &id, &session_id, &now, &expires_at]).await?;
            let id = removed.ok_or(CART_ITEM_NOT_FOUND)?;
            return Ok(UpdatedCartItem::RemovedCartItem(RemovedCartItem { id }));
        }
        let currency = self.currency(site_id).await?;
        let changed: Option<ChangedLine> = self
            .db
            .opt(
                include_str!("cart/update_cart_item.sql"),
                &[&site_id, &id, &session_id, &body.quantity, &now, &expires_at],
            )
            .await?;
        let line = changed.ok_or(CART_ITEM_NOT_FOUND)?.priced(currency)?;
        let line = line.ok_or(CART_ITEM_NOT_FOUND)?;
        Ok(UpdatedCartItem::CartItemRecord(line))
    }

    async fn clear_cart(
        &self,
        _: Visitor,
        request: ClearCart,
    ) -> Result<ClearedCart, Error<ClearCart>> {
        let _turn = self.carts.turn((request.site_id, &request.session_id)).await?;
        let now = self.now();
        let (sql, expires_at) = (include_str!("cart/clear_cart.sql"), now + CART_TTL);
        self.db.execute(sql, &[&request.site_id, &request.session_id, &now, &expires_at]).await?;
        Ok(ClearedCart {})
    }

    async fn recover_cart(
        &self,
        visitor: Visitor,
        request: RecoverCart,
    ) -> Result<RecoverCartReply, Error<RecoverCart>> {
        let (site_id, now) = (request.site_id, self.now());
        let store = self.store(site_id).await?;
        let found =
            stoa_commerce::carts::find_recoverable(&self.db, site_id, &request.token, now).await?;
        let cart_id = found.ok_or(INVALID_TOKEN)?;
        // Check this before the token is used up. The link then still works after the operator has set the base URL.
        let base_url = store.base_url.as_ref().ok_or_else(|| {
            Internal(
                format!(
                    "the store of site {site_id} has no baseUrl, so a recovered cart has no page"
                )
                .into(),
            )
        })?;
        if !visitor.looks_ahead {
            let token = &request.token;
            if !stoa_commerce::carts::recover(&self.db, site_id, cart_id, token, now).await? {
                Err(INVALID_TOKEN)?;
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
        owner: &Owner,
        request: &AddCartItem,
        may_begin: bool,
    ) -> Result<(CartOfLine, Option<Replayable<CartItemRecord>>), Error<AddCartItem>> {
        let AddCartItem { site_id, idempotency, body } = request;
        let site_id = *site_id;
        let currency = self.currency(site_id).await?;
        let _turn = self.carts.turn((site_id, &body.session_id)).await?;
        let idempotency = idempotency.clone().map(|it| it.held_by(&body.session_id));
        let (id, now) = (random_item_id(), self.now());
        let (customer_id, expires_at) = (owner.customer_id, now + CART_TTL);
        let params: [&(dyn ToSql + Sync); 12] = [
            &site_id,
            &body.session_id,
            &body.product_id,
            &body.variant_id,
            &body.design_id,
            &body.quantity,
            &id,
            &customer_id,
            &now,
            &expires_at,
            &may_begin,
            &owner.session(),
        ];
        let sql = include_str!("cart/add_cart_item.sql");
        if idempotency.is_none() {
            let (cart, line) = self.db.one::<AddedLine>(sql, &params).await?.priced(currency)?;
            if !is_overtaken(cart, &line) {
                return Ok((cart, line.map(Replayable::Fresh)));
            }
        }
        let mut connection = self.db.connection().await?;
        let transaction = connection.transaction();
        let lease = match claim_if_any(&transaction, site_id, idempotency.as_ref(), now).await? {
            Claim::Answered(line) => {
                return Ok((CartOfLine::There, Some(Replayable::Replayed(line))));
            }
            Claim::Fresh(Some(_)) if !may_begin => return Ok((CartOfLine::Refused, None)),
            Claim::Fresh(lease) => lease,
        };
        let (mut cart, mut line) =
            transaction.one::<AddedLine>(sql, &params).await?.priced(currency)?;
        if is_overtaken(cart, &line) {
            // Retry under the cart's lock. One statement cannot do that, because it takes its snapshot before it gets
            // the lock.
            lock_cart(&transaction, site_id, &body.session_id, now).await?;
            (cart, line) = transaction.one::<AddedLine>(sql, &params).await?.priced(currency)?;
        }
        let Some(line) = line else { return Ok((cart, None)) };
        answer_within(&transaction, lease.as_ref(), &line).await?;
        transaction.commit().await?;
        Ok((cart, Some(Replayable::Fresh(line))))
    }
}

/// Whether a concurrent request changed the cart after the statement took its snapshot.
fn is_overtaken(cart: CartOfLine, line: &Option<CartItemRecord>) -> bool {
    line.is_none() && !matches!(cart, CartOfLine::Refused | CartOfLine::Undrawn)
}

/// The outcome of adding a line: the fields of [`ChangedLine`], and the state of the line's cart.
#[derive(Deserialize)]
struct AddedLine(Option<Refusal>, Option<CartItemRecord>, Vec<BulkRule>, CartOfLine);

/// The state of the cart that a line was added to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CartOfLine {
    There,
    Begun,
    /// The client is at its limit of new carts, and the line needs a new cart or a new key. A new key counts like a new
    /// cart.
    Refused,
    /// The line's legacy design is finalized and not drawn since its last change.
    Undrawn,
}

impl AddedLine {
    fn priced(
        self,
        currency: Currency,
    ) -> Result<(CartOfLine, Option<CartItemRecord>), Error<AddCartItem>> {
        let Self(refusal, line, rules, cart) = self;
        Ok((cart, ChangedLine(refusal, line, rules).priced(currency)?))
    }
}

/// The outcome of a change. It has a refusal, or the line at its list price with the bulk rules of its product. If the
/// line no longer exists, it has neither.
#[derive(Deserialize)]
struct ChangedLine(Option<Refusal>, Option<CartItemRecord>, Vec<BulkRule>);

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Refusal {
    ProductNotFound,
    VariantRequired,
    VariantNotFound,
    DesignNotFound,
    DesignOfAnotherProduct,
    DesignNotFinalized,
    TooMany,
    InsufficientStock,
    CartIsFull,
    TooExpensive,
}

impl ChangedLine {
    fn priced<Op>(self, currency: Currency) -> Result<Option<CartItemRecord>, Error<Op>>
    where
        Op: Documents<400> + Documents<404> + Documents<409> + Refuses<reasons::TotalTooLarge>,
    {
        let Self(refusal, line, rules) = self;
        if let Some(refusal) = refusal {
            return Err(refusal.into());
        }
        let Some(mut line) = line else { return Ok(None) };
        let (variant_id, quantity) = (line.variant_id, line.quantity);
        line.unit_price = unit_price(line.unit_price, &rules, variant_id, quantity, currency)
            .map_err(total_too_large)?;
        line.line_total = times(line.unit_price, quantity).map_err(total_too_large)?;
        Ok(Some(line))
    }
}

impl<Op> From<Refusal> for Error<Op>
where
    Op: Documents<400> + Documents<404> + Documents<409> + Refuses<reasons::TotalTooLarge>,
{
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::ProductNotFound => NotFound("Product not found").into(),
            Refusal::VariantRequired => BadRequest("variantId is required").into(),
            Refusal::VariantNotFound => NotFound("Variant not found").into(),
            Refusal::DesignNotFound => NotFound("Design not found").into(),
            Refusal::DesignOfAnotherProduct => {
                BadRequest("designId belongs to another product").into()
            }
            Refusal::DesignNotFinalized => BadRequest("Design is not finalized").into(),
            Refusal::TooMany => BadRequest("A cart line may have a quantity of at most 999").into(),
            Refusal::InsufficientStock => Conflict("Insufficient stock").into(),
            Refusal::CartIsFull => BadRequest("Cart is full").into(),
            Refusal::TooExpensive => total_too_large(Overflow).into(),
        }
    }
}

/// A random 53-bit number other than 0.
fn random_item_id() -> i64 {
    rand::random_range(1..=stoa_values::money::MAX_CENTS)
}
