//! Adds a line to a cart, or pieces to a line that the cart has.

mod design;

use chrono::{DateTime, Utc};
use stoa_db::{Db, DbError, ToSql, Transaction};
use stoa_idempotency::{Claim, Idempotency, answer_within, claim_if_any};
use stoa_storefront_reasons::Failed;
use stoa_storefront_types::{CartItemRecord, Timestamp};
use stoa_values::{Currency, MAX_SAFE_INTEGER};

use super::{
    CART_TTL, LineRefusal, LockedCart,
    lines::{Line, LinePrice, check_room, list_lines, price_line, revise_cart, set_quantity},
    lock_cart,
    offer::{Offer, find_offer},
};
use design::{Design, find_design};

/// Pieces of a product that are added to the cart of a session.
pub struct Addition<'a> {
    pub site_id: i64,
    pub session_id: &'a str,
    pub product_id: i64,
    pub variant_id: Option<i64>,
    /// The UUID of a design.
    pub design_id: Option<&'a str>,
    pub quantity: i64,
    pub customer_id: Option<i64>,
    /// The digest of the caller's designer session, if the caller has one.
    pub designer_session: Option<&'a [u8]>,
    pub currency: Currency,
    pub idempotency: Option<&'a Idempotency>,
    /// Whether the addition may store a new cart or a new `Idempotency-Key`.
    pub may_begin: bool,
    pub now: DateTime<Utc>,
}

#[derive(Debug)]
pub enum Added {
    /// The line as it is now.
    Line { line: CartItemRecord, has_begun_cart: bool },
    /// The answer to an earlier request with the same `Idempotency-Key`.
    Replayed(CartItemRecord),
    /// The addition needs a new cart or a new key, which [`Addition::may_begin`] does not allow. Nothing was added.
    MayNotBegin,
    /// The legacy design must be drawn first. Nothing was added.
    Undrawn,
}

/// Everything that the rules of an addition need, read under the cart's lock.
struct State {
    /// `None` if the session has no cart and the addition may not begin one.
    cart: Option<LockedCart>,
    has_begun_cart: bool,
    offer: Offer,
    design: Option<Design>,
    lines: Vec<Line>,
}

struct Accepted<'a> {
    /// The line of the cart to which the pieces are added, or `None` if they get a line of their own.
    same: Option<&'a Line>,
    design: Option<&'a Design>,
    /// The pieces of the line after the addition.
    quantity: i64,
    price: LinePrice,
}

/// Adds the pieces under the cart's row lock, once per `Idempotency-Key`.
pub async fn add_line(db: &Db, addition: &Addition<'_>) -> Result<Added, Failed<LineRefusal>> {
    let Addition { site_id, idempotency, now, .. } = *addition;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let lease = match claim_if_any(&transaction, site_id, idempotency, now).await? {
        Claim::Answered(line) => return Ok(Added::Replayed(line)),
        Claim::Fresh(Some(_)) if !addition.may_begin => return Ok(Added::MayNotBegin),
        Claim::Fresh(lease) => lease,
    };
    let mut state = read(&transaction, addition).await?;
    if state.cart.is_none() && addition.may_begin {
        // The sweep has deleted the session's expired cart between two of the statements.
        state = read(&transaction, addition).await?;
    }
    let accepted = accept(addition, &state)?;
    if accepted.design.is_some_and(|design| design.is_undrawn) {
        return Ok(Added::Undrawn);
    }
    let Some(cart) = state.cart else { return Ok(Added::MayNotBegin) };
    let line = accepted.line(addition, &cart);
    let writes = async {
        tokio::try_join!(biased;
            revise(&transaction, addition, &cart, state.has_begun_cart),
            delete_expired(&transaction, site_id, &cart),
            write_line(&transaction, site_id, &line, &accepted),
        )
    };
    match lease {
        None => _ = tokio::try_join!(biased; writes, transaction.send_commit())?,
        // Not sent together with the commit: if another request has the key, storing the answer fails without an error
        // of Postgres, which would then commit.
        Some(lease) => {
            writes.await?;
            answer_within(&transaction, Some(&lease), &line).await?;
            transaction.commit().await?;
        }
    }
    Ok(Added::Line { line, has_begun_cart: state.has_begun_cart })
}

fn accept<'a>(addition: &Addition<'_>, state: &'a State) -> Result<Accepted<'a>, LineRefusal> {
    let State { offer, lines, .. } = state;
    let Addition { variant_id, currency, .. } = *addition;
    offer.check_sold(variant_id)?;
    let design = match addition.design_id {
        Some(_) => Some(Design::check(state.design.as_ref(), addition.product_id)?),
        None => None,
    };
    let same = lines.iter().find(|line| addition.adds_to(line));
    let quantity = same.map_or(0, |line| line.quantity) + addition.quantity;
    offer.check_quantity(quantity)?;
    if same.is_none() {
        check_room(lines)?;
    }
    let others = lines.iter().filter(|line| !addition.adds_to(line));
    let price = price_line(offer, variant_id, quantity, others, currency)?;
    Ok(Accepted { same, design, quantity, price })
}

/// Creates or locks the cart, and reads what the rules need, in one round trip.
async fn read(transaction: &Transaction<'_>, addition: &Addition<'_>) -> Result<State, DbError> {
    let Addition { site_id, session_id, product_id, variant_id, now, .. } = *addition;
    let (has_begun_cart, cart, offer, design, lines) = tokio::try_join!(biased;
        begin_cart(transaction, addition),
        lock_cart(transaction, site_id, session_id, now),
        find_offer(transaction, site_id, session_id, product_id, variant_id),
        find_design(transaction, addition),
        list_lines(transaction, site_id, session_id),
    )?;
    // An expired cart is empty.
    let lines = if cart.as_ref().is_some_and(|cart| cart.is_current) { lines } else { Vec::new() };
    Ok(State { cart, has_begun_cart, offer: offer.unwrap_or_default(), design, lines })
}

/// Creates the session's cart if it has none and the addition may begin one. Returns whether a cart was created.
async fn begin_cart(
    transaction: &Transaction<'_>,
    addition: &Addition<'_>,
) -> Result<bool, DbError> {
    let Addition { site_id, session_id, customer_id, may_begin, now, .. } = addition;
    if !may_begin {
        return Ok(false);
    }
    let sql = include_str!("add/begin_cart.sql");
    let params =
        [site_id as _, session_id as _, customer_id as _, &(*now + CART_TTL) as _, now as _];
    Ok(transaction.execute(sql, &params).await? > 0)
}

async fn delete_expired(
    transaction: &Transaction<'_>,
    site_id: i64,
    cart: &LockedCart,
) -> Result<(), DbError> {
    if !cart.is_current {
        transaction.execute(include_str!("add/delete_lines.sql"), &[&site_id, &cart.id]).await?;
    }
    Ok(())
}

/// Records the change of a cart, unless the cart was created for this line.
async fn revise(
    transaction: &Transaction<'_>,
    addition: &Addition<'_>,
    cart: &LockedCart,
    has_begun_cart: bool,
) -> Result<(), DbError> {
    let Addition { site_id, customer_id, now, .. } = *addition;
    if has_begun_cart {
        return Ok(());
    }
    revise_cart(transaction, site_id, cart.id, customer_id, now).await
}

async fn write_line(
    transaction: &Transaction<'_>,
    site_id: i64,
    line: &CartItemRecord,
    accepted: &Accepted<'_>,
) -> Result<(), DbError> {
    if accepted.same.is_some() {
        return set_quantity(transaction, site_id, line.id, line.quantity, line.updated_at.0).await;
    }
    let shown = accepted.design.and_then(Design::fixed_name_and_revision);
    let (name, revision) = shown.unzip();
    let params: [&(dyn ToSql + Sync); 10] = [
        &site_id,
        &line.id,
        &line.cart_id,
        &line.product_id,
        &line.variant_id,
        &line.design_id,
        &revision.flatten(),
        &name,
        &line.quantity,
        &line.created_at.0,
    ];
    transaction.execute(include_str!("add/insert_line.sql"), &params).await?;
    Ok(())
}

impl Accepted<'_> {
    fn line(&self, addition: &Addition<'_>, cart: &LockedCart) -> CartItemRecord {
        let now = Timestamp(addition.now);
        CartItemRecord {
            id: self.same.map_or_else(random_item_id, |line| line.id),
            cart_id: cart.id,
            product_id: addition.product_id,
            variant_id: addition.variant_id,
            design_id: self.design.map(|design| design.uuid.clone()),
            quantity: self.quantity,
            unit_price: self.price.unit_price,
            line_total: self.price.line_total,
            created_at: self.same.map_or(now, |line| line.created_at),
            updated_at: now,
        }
    }
}

impl Addition<'_> {
    /// Whether the pieces are added to this line. Lines with designs are separate.
    fn adds_to(&self, line: &Line) -> bool {
        let is_plain = self.design_id.is_none() && line.design_id.is_none();
        is_plain && (line.product_id, line.variant_id) == (self.product_id, self.variant_id)
    }
}

fn random_item_id() -> i64 {
    rand::random_range(1..=MAX_SAFE_INTEGER)
}
