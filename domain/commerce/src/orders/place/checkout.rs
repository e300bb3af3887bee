//! The request that a checkout handles.

use std::time::Duration;

use stoa_idempotency::Idempotency;
use stoa_storefront_types::CheckoutRequest;
use stoa_stores::Store;

use super::{CheckoutError, CheckoutRefusal};

pub struct Checkout<'a> {
    pub store: &'a Store,
    pub customer_id: Option<i64>,
    pub request: &'a CheckoutRequest,
    pub idempotency: Option<&'a Idempotency>,
    /// Maximum number of orders of the cart that may be replaced within this duration, or `None` for no limit. There is
    /// a limit because each replaced order is retained for days.
    pub replaced_at_most: Option<(i64, Duration)>,
}

impl<'a> Checkout<'a> {
    pub(super) fn site_id(&self) -> i64 {
        self.store.site_id
    }

    pub(super) fn discount_code(&self) -> Option<&'a str> {
        non_empty(&self.request.discount_code)
    }

    pub(super) fn gift_certificate_code(&self) -> Option<&'a str> {
        non_empty(&self.request.gift_certificate_code)
    }

    pub(super) fn customer_phone(&self) -> Option<&'a str> {
        non_empty(&self.request.customer_phone)
    }

    /// Refuses a total that differs from the total that the customer was shown.
    pub(super) fn expects(&self, total: i64) -> Result<(), CheckoutError> {
        let is_expected = self.request.expected_total.is_none_or(|shown| shown == total);
        is_expected.then_some(()).ok_or(CheckoutRefusal::PricesHaveChanged.into())
    }

    /// Refuses a checkout if the currency of the site's store is no longer that of [`Checkout::store`], which may have
    /// been cached.
    pub(super) fn expects_currency(&self, current: Option<&str>) -> Result<(), CheckoutError> {
        let is_same =
            current.is_some_and(|current| current.eq_ignore_ascii_case(&self.store.currency));
        is_same.then_some(()).ok_or(CheckoutRefusal::PricesHaveChanged.into())
    }
}

fn non_empty(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}
