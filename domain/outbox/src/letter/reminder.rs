//! Reminders of abandoned carts, with the cart's content and prices when the mail is sent.

use stoa_staff_types::{Cart, CartLine};
use stoa_values::Currency;
use stoa_values::text::one_line;

use super::pages::{CartPage, Line};

/// Returns the content of a reminder. `recovery` is the link to the cart, and `unsubscribe` ends such mails.
pub(super) fn page(cart: &Cart, recovery: String, unsubscribe: &str) -> CartPage {
    let currency = Currency::of(&cart.currency);
    let money = |cents| format!("{} {}", currency.decimal(cents), cart.currency);
    // A product without a name was deleted.
    let lines = cart.lines.iter().filter(|line| !line.product_name.is_empty());
    let lines = lines.map(|line| Line { what: what(line), amount: money(line.line_total) });
    CartPage {
        link: recovery,
        lines: lines.collect(),
        subtotal: money(cart.subtotal),
        unsubscribe: unsubscribe.to_owned(),
    }
}

fn what(line: &CartLine) -> String {
    let variant = line.variant_name.as_deref().map(|name| format!(" ({name})"));
    let name = format!("{}{}", line.product_name, variant.unwrap_or_default());
    format!("{} \u{d7} {}", line.quantity, one_line(&name))
}
