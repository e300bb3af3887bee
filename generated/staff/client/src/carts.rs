//! The operations tagged `carts`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List abandoned carts: `GET /sites/{siteId}/carts`.
    ///
    /// The carts that are abandoned now, the least recently changed first. A cart is abandoned if all
    /// of these are true:
    ///
    /// - It has lines, and nothing has changed it for the `cartReminderHours` of the store. Without
    ///   `cartReminderHours`, no cart is abandoned.
    /// - An e-mail address is known: the verified address of the cart's customer, or the address that a
    ///   guest gave in a checkout that was not paid.
    /// - The cart was not ordered and is not being paid. No order with the address was paid after the
    ///   cart's last change.
    /// - The address has not ended the store's reminders.
    ///
    /// Once for each cart, Stoa posts the event `cart.abandoned` and mails a reminder, at most one to
    /// an address in 24 hours.
    ///
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`ListAbandonedCartsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_abandoned_carts(&self, site_id: i64) -> ListAbandonedCarts {
        let call = self.call("listAbandonedCarts", Method::GET, "/sites/{siteId}/carts");
        ListAbandonedCarts(call.path("siteId", site_id))
    }

    /// Get a cart: `GET /sites/{siteId}/carts/{cartId}`.
    ///
    /// A cart with its lines at today's prices. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`GetCartReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_cart(&self, site_id: i64, cart_id: i64) -> GetCart {
        let call = self.call("getCart", Method::GET, "/sites/{siteId}/carts/{cartId}");
        GetCart(call.path("siteId", site_id).path("cartId", cart_id))
    }

    /// Create a link that recovers a cart: `POST /sites/{siteId}/carts/{cartId}/recovery-links`.
    ///
    /// Returns a link that makes the cart active again and leads to the page `/store/cart` below the
    /// store's `baseUrl`. It works once, within 72 hours. Earlier links to the cart stay valid. If a
    /// response is lost, call again. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`CreateRecoveryLinkReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_recovery_link(&self, site_id: i64, cart_id: i64) -> CreateRecoveryLink {
        let call = self.call(
            "createRecoveryLink",
            Method::POST,
            "/sites/{siteId}/carts/{cartId}/recovery-links",
        );
        CreateRecoveryLink(call.path("siteId", site_id).path("cartId", cart_id).expect(&[201]))
    }
}

::stoa_client_core::calls! {
    list_abandoned_carts: ListAbandonedCarts "listAbandonedCarts" -> Cursor<types::CartListResponse, types::CartSummary>(data, next_cursor, "cursor");
    get_cart: GetCart "getCart" -> Json<types::CartResponse>;
    create_recovery_link: CreateRecoveryLink "createRecoveryLink" -> Json<types::RecoveryLinkResponse>;
}

impl ListAbandonedCarts {
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `50`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub fn cursor(self, cursor: &str) -> Self {
        Self(self.0.query("cursor", cursor))
    }
}

impl GetCart {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Cart> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CreateRecoveryLink {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::RecoveryLink> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListAbandonedCartsReason of "listAbandonedCarts" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetCartReason of "getCart" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCartId "invalid_cart_id" "Invalid cart ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CartNotFound "cart_not_found" "Cart not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreateRecoveryLinkReason of "createRecoveryLink" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCartId "invalid_cart_id" "Invalid cart ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CartNotFound "cart_not_found" "Cart not found",
        409 StoreHasNoBaseUrl "store_has_no_base_url" "The store has no baseUrl, so a recovered cart has no page",
        409 CartIsEmpty "cart_is_empty" "The cart is empty: its lines were ordered or removed",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
