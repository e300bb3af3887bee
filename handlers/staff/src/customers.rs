//! The operations tagged `customers`. The rules are in domain/customers.

use std::io;

use futures_util::{StreamExt, stream};
use stoa_customers::staff::{self, CUSTOMER_SESSION_RETENTION, CUSTOMER_SESSION_TTL, Erasure};
use stoa_db::search::anywhere;
use stoa_runtime::{Error, RawJson};
use stoa_staff_reasons as reasons;
use stoa_staff_server::customers::{
    CustomersApi, EndCustomerSessions, EraseCustomer, ExportCustomer, GetCustomer, ListCustomers,
};
use stoa_staff_types::{Customer, CustomerListResponse, CustomerSummary, DoneResponse};

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl CustomersApi for StaffHandlers {
    async fn list_customers(
        &self,
        _: Staff,
        request: ListCustomers,
    ) -> Result<CustomerListResponse, Error<ListCustomers>> {
        let ListCustomers { site_id, q, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let q = q.map(|q| q.trim().to_owned()).filter(|q| !q.is_empty());
        let most = limit + 1;
        let customers: Vec<CustomerSummary> = match q {
            None => {
                let sql = include_str!("customers/list_customers.sql");
                self.db.rows(sql, &[&site_id, &at, &id, &most]).await?
            }
            Some(address) if address.contains('@') => {
                let sql = include_str!("customers/search_addresses.sql");
                self.db.rows(sql, &[&site_id, &at, &id, &address, &most]).await?
            }
            Some(q) => {
                let sql = include_str!("customers/search_customers.sql");
                // Each text that is searched follows a blank.
                let pattern = anywhere(&format!(" {q}"));
                self.db.rows(sql, &[&site_id, &at, &id, &pattern, &most]).await?
            }
        };
        let position = |last: &CustomerSummary| Position { at: last.created_at.0, id: last.id };
        let (data, next_cursor) = page(customers, limit, |last| position(last).to_string());
        Ok(CustomerListResponse { data, next_cursor })
    }

    async fn get_customer(
        &self,
        _: Staff,
        request: GetCustomer,
    ) -> Result<Customer, Error<GetCustomer>> {
        let GetCustomer { site_id, customer_id } = request;
        let now = self.now();
        let (used_since, begun_since) =
            (now - CUSTOMER_SESSION_RETENTION, now - CUSTOMER_SESSION_TTL);
        let sql = include_str!("customers/get_customer.sql");
        let customer =
            self.db.opt(sql, &[&site_id, &customer_id, &used_since, &begun_since]).await?;
        Ok(customer.ok_or(reasons::CustomerNotFound)?)
    }

    async fn export_customer(
        &self,
        _: Staff,
        request: ExportCustomer,
    ) -> Result<RawJson, Error<ExportCustomer>> {
        let ExportCustomer { site_id, customer_id } = request;
        let prefix = self.uploads.files.prefix(site_id);
        let exported =
            stoa_customers::export(self.db.clone(), site_id, customer_id, prefix).await?;
        let envelope = |text: &'static str| stream::iter([Ok(text.into())]);
        let data = exported.ok_or(reasons::CustomerNotFound)?;
        let data = data.map(|piece| piece.map(Into::into).map_err(io::Error::other));
        let json = envelope(r#"{"success":true,"data":"#).chain(data).chain(envelope("}"));
        Ok(Box::pin(json))
    }

    async fn erase_customer(
        &self,
        staff: Staff,
        request: EraseCustomer,
    ) -> Result<DoneResponse, Error<EraseCustomer>> {
        let EraseCustomer { site_id, customer_id } = request;
        let origin = staff.origin::<EraseCustomer>();
        match staff::erase(&self.db, &origin, site_id, customer_id, self.now()).await? {
            Erasure::Done => Ok(DoneResponse {}),
            Erasure::OpenOrder(_) => Err(reasons::CustomerOrderNotShipped)?,
            Erasure::OrderWithoutPrint(_) => Err(reasons::CustomerOrderWithoutPrint)?,
            Erasure::NoSuchCustomer => Err(reasons::CustomerNotFound)?,
        }
    }

    async fn end_customer_sessions(
        &self,
        staff: Staff,
        request: EndCustomerSessions,
    ) -> Result<DoneResponse, Error<EndCustomerSessions>> {
        let EndCustomerSessions { site_id, customer_id } = request;
        let origin = staff.origin::<EndCustomerSessions>();
        if staff::end_sessions(&self.db, &origin, site_id, customer_id, self.now()).await? {
            return Ok(DoneResponse {});
        }
        Err(reasons::CustomerNotFound)?
    }
}
