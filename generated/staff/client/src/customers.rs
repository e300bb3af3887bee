//! The operations tagged `customers`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List customers: `GET /sites/{siteId}/customers`.
    ///
    /// The newest customers first. With `q`, only those whose e-mail address, or a word of whose name,
    /// begins with it, ignoring case. If it contains an `@`, only e-mail addresses are searched. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`ListCustomersReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_customers(&self, site_id: i64) -> ListCustomers {
        let call = self.call("listCustomers", Method::GET, "/sites/{siteId}/customers");
        ListCustomers(call.path("siteId", site_id))
    }

    /// Get a customer: `GET /sites/{siteId}/customers/{customerId}`.
    ///
    /// The customer with the newest 20 orders, and the sessions that have not ended, newest first. The
    /// orders are those of the customer's account. If the e-mail address is verified, they include
    /// orders that were placed with it as a guest. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`GetCustomerReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_customer(&self, site_id: i64, customer_id: i64) -> GetCustomer {
        let call = self.call("getCustomer", Method::GET, "/sites/{siteId}/customers/{customerId}");
        GetCustomer(call.path("siteId", site_id).path("customerId", customer_id))
    }

    /// Erase a customer: `DELETE /sites/{siteId}/customers/{customerId}`.
    ///
    /// Erases the customer for good, with sessions, designs, images, support messages and wishlist. The
    /// orders remain with their print files, but without name, addresses, phone number, the purchaser's
    /// note, staff's notes and e-mail address. Answers that are stored for an `Idempotency-Key` and
    /// show the customer are deleted; a repeated request is then answered 409. The erasure is refused
    /// while an order needs the customer's address or a design. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`EraseCustomerReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn erase_customer(&self, site_id: i64, customer_id: i64) -> EraseCustomer {
        let call =
            self.call("eraseCustomer", Method::DELETE, "/sites/{siteId}/customers/{customerId}");
        EraseCustomer(call.path("siteId", site_id).path("customerId", customer_id))
    }

    /// Export a customer: `GET /sites/{siteId}/customers/{customerId}/export`.
    ///
    /// All personal data of the customer: the profile, sessions, orders, support messages, wishlist,
    /// designs and images. The command `stoa customer export` writes the same. The server reads the
    /// lists while it sends the response. If it cannot read one, it cuts the connection, so that the
    /// JSON is incomplete. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ExportCustomerReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn export_customer(&self, site_id: i64, customer_id: i64) -> ExportCustomer {
        let call = self.call(
            "exportCustomer",
            Method::GET,
            "/sites/{siteId}/customers/{customerId}/export",
        );
        ExportCustomer(call.path("siteId", site_id).path("customerId", customer_id))
    }

    /// End the sessions of a customer: `DELETE /sites/{siteId}/customers/{customerId}/sessions`.
    ///
    /// Ends all sessions of the customer. To continue, the customer logs in again. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`EndCustomerSessionsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn end_customer_sessions(&self, site_id: i64, customer_id: i64) -> EndCustomerSessions {
        let call = self.call(
            "endCustomerSessions",
            Method::DELETE,
            "/sites/{siteId}/customers/{customerId}/sessions",
        );
        EndCustomerSessions(call.path("siteId", site_id).path("customerId", customer_id))
    }
}

::stoa_client_core::calls! {
    list_customers: ListCustomers "listCustomers" -> Cursor<types::CustomerListResponse, types::CustomerSummary>(data, next_cursor, "cursor");
    get_customer: GetCustomer "getCustomer" -> Json<types::CustomerResponse>;
    erase_customer: EraseCustomer "eraseCustomer" -> Json<types::DoneResponse>;
    export_customer: ExportCustomer "exportCustomer" -> Json<types::CustomerExportResponse>;
    end_customer_sessions: EndCustomerSessions "endCustomerSessions" -> Json<types::DoneResponse>;
}

impl ListCustomers {
    /// Beginning of the e-mail address or of the name. An empty text counts as absent.
    pub fn q(self, q: &str) -> Self {
        Self(self.0.query("q", q))
    }

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

impl GetCustomer {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Customer> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListCustomersReason of "listCustomers" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidQ "invalid_q" "q must have at most 100 characters",
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
    pub enum GetCustomerReason of "getCustomer" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCustomerId "invalid_customer_id" "Invalid customer ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CustomerNotFound "customer_not_found" "Customer not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum EraseCustomerReason of "eraseCustomer" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCustomerId "invalid_customer_id" "Invalid customer ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CustomerNotFound "customer_not_found" "Customer not found",
        409 CustomerOrderNotShipped "customer_order_not_shipped" "An order of the customer is not shipped yet",
        409 CustomerOrderWithoutPrint "customer_order_without_print" "An order lacks the print file of a design of the customer",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ExportCustomerReason of "exportCustomer" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCustomerId "invalid_customer_id" "Invalid customer ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CustomerNotFound "customer_not_found" "Customer not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum EndCustomerSessionsReason of "endCustomerSessions" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCustomerId "invalid_customer_id" "Invalid customer ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CustomerNotFound "customer_not_found" "Customer not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
