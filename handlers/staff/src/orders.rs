//! The operations tagged `orders`. The rules are in domain/commerce.

use std::time::Duration;

use stoa_commerce::orders::{
    OrderFilter, Parcel, StatusRefusal, add_note, list_orders,
    staff::{self, FoundOrder, OrderChange},
};
use stoa_idempotency::Replayable;
use stoa_runtime::{Error, Operation, Refuses};
use stoa_staff_reasons as reasons;
use stoa_staff_server::orders::{
    AddOrderNote, CancelOrder, DeliverOrder, DownloadPrintFile, DownloadPrintFileReply, GetOrder,
    ListOrders, OrdersApi, ProcessOrder, RefundOrder, ReturnOrder, ShipOrder,
};
use stoa_staff_types::{Order, OrderListResponse, OrderSummary};
use tokio::sync::MutexGuard;

use crate::page::{Position, page, period};
use crate::{Staff, StaffHandlers};

/// Minimum length of `q` without surrounding blanks, the same as in the API document.
const MIN_SEARCH_CHARACTERS: usize = 3;

/// Time for which a change of an order by staff waits for other changes of the same order; then it is answered 503.
pub(crate) const ORDER_QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

impl OrdersApi for StaffHandlers {
    async fn list_orders(
        &self,
        _: Staff,
        request: ListOrders,
    ) -> Result<OrderListResponse, Error<ListOrders>> {
        let ListOrders { site_id, limit, q, .. } = request;
        let (from, after) = period(request.from, request.to, request.cursor)?;
        let search = q.as_deref().map(str::trim);
        if search.is_some_and(|text| text.chars().count() < MIN_SEARCH_CHARACTERS) {
            return Err(reasons::ListOrdersInvalidQ)?;
        }
        let filter = OrderFilter {
            status: request.status,
            payment_status: request.payment_status,
            needs_attention: request.needs_attention == Some(true),
            search,
            from,
            after: (after.at, after.id),
        };
        let orders = list_orders(&self.db, site_id, &filter, limit + 1, self.now()).await?;
        let (data, next_cursor) = page(orders, limit, |order: &OrderSummary| {
            Position { at: order.created_at.0, id: order.id }.to_string()
        });
        Ok(OrderListResponse { data, next_cursor })
    }

    async fn get_order(&self, _: Staff, request: GetOrder) -> Result<Order, Error<GetOrder>> {
        self.order(request.site_id, &request.order_number).await
    }

    async fn process_order(
        &self,
        staff: Staff,
        request: ProcessOrder,
    ) -> Result<Order, Error<ProcessOrder>> {
        self.change_order(staff, (request.site_id, &request.order_number), OrderChange::Process)
            .await
    }

    async fn ship_order(
        &self,
        staff: Staff,
        request: ShipOrder,
    ) -> Result<Order, Error<ShipOrder>> {
        let ShipOrder { site_id, order_number, body } = request;
        let parcel = Parcel {
            carrier: &body.carrier,
            tracking_number: &body.tracking_number,
            tracking_url: body.tracking_url.as_deref(),
        };
        self.change_order(staff, (site_id, &order_number), OrderChange::Ship(parcel)).await
    }

    async fn deliver_order(
        &self,
        staff: Staff,
        request: DeliverOrder,
    ) -> Result<Order, Error<DeliverOrder>> {
        self.change_order(staff, (request.site_id, &request.order_number), OrderChange::Deliver)
            .await
    }

    async fn return_order(
        &self,
        staff: Staff,
        request: ReturnOrder,
    ) -> Result<Order, Error<ReturnOrder>> {
        self.change_order(staff, (request.site_id, &request.order_number), OrderChange::Return)
            .await
    }

    async fn cancel_order(
        &self,
        staff: Staff,
        request: CancelOrder,
    ) -> Result<Order, Error<CancelOrder>> {
        self.change_order(staff, (request.site_id, &request.order_number), OrderChange::Cancel)
            .await
    }

    async fn refund_order(
        &self,
        staff: Staff,
        request: RefundOrder,
    ) -> Result<Replayable<Order>, Error<RefundOrder>> {
        let RefundOrder { site_id, order_number, idempotency, body } = request;
        let (order, _turn) = self.order_to_change(site_id, &order_number).await?;
        let key = idempotency.map(|key| key.held_by(&staff.holder()));
        let (origin, files) = (staff.origin::<RefundOrder>(), self.uploads.files.prefix(site_id));
        let refunded =
            staff::refund(&self.orders, &order, body.amount, key.as_ref(), &origin, &files).await?;
        Ok(refunded)
    }

    async fn add_order_note(
        &self,
        staff: Staff,
        request: AddOrderNote,
    ) -> Result<Order, Error<AddOrderNote>> {
        let AddOrderNote { site_id, order_number, body } = request;
        let (order, _turn) = self.order_to_change(site_id, &order_number).await?;
        let origin = staff.origin::<AddOrderNote>();
        add_note(&self.db, &order, &body.body, &origin, self.now()).await?;
        self.order(site_id, &order.number).await
    }

    async fn download_print_file(
        &self,
        _: Staff,
        request: DownloadPrintFile,
    ) -> Result<DownloadPrintFileReply, Error<DownloadPrintFile>> {
        let DownloadPrintFile { site_id, order_number, position, side } = request;
        let order = self.order(site_id, &order_number).await?;
        let item = order.items.into_iter().find(|item| item.position == position);
        let mut files = item.into_iter().flat_map(|item| item.print_files);
        let url = files.find(|file| file.side == side).and_then(|file| file.url);
        Ok(DownloadPrintFileReply { location: url.ok_or(reasons::PrintFileNotFound)? })
    }
}

impl StaffHandlers {
    /// Finds an order, and waits until this server changes it in no other call.
    async fn order_to_change<Op: Refuses<reasons::OrderNotFound>>(
        &self,
        site_id: i64,
        number: &str,
    ) -> Result<(FoundOrder, MutexGuard<'_, ()>), Error<Op>> {
        let order = staff::find_in_site(&self.db, site_id, number).await?;
        let order = order.ok_or(reasons::OrderNotFound)?;
        let turn = self.order_turns.turn((site_id, order.id)).await?;
        Ok((order, turn))
    }

    async fn order<Op: Refuses<reasons::OrderNotFound>>(
        &self,
        site_id: i64,
        number: &str,
    ) -> Result<Order, Error<Op>> {
        let (files, now) = (self.uploads.files.prefix(site_id), self.now());
        let found = staff::get_order(&self.db, site_id, number, &files, now).await?;
        Ok(found.ok_or(reasons::OrderNotFound)?)
    }

    /// Changes an order's status and returns the order, or the reason why its status has not changed.
    async fn change_order<Op: Operation + Refuses<reasons::OrderNotFound>>(
        &self,
        staff: Staff,
        (site_id, number): (i64, &str),
        change: OrderChange<'_>,
    ) -> Result<Order, Error<Op>>
    where
        Error<Op>: From<StatusRefusal>,
    {
        let (order, _turn) = self.order_to_change(site_id, number).await?;
        staff::change(&self.db, &order, change, &staff.origin::<Op>(), self.now()).await?;
        if matches!(change, OrderChange::Cancel) {
            staff::try_to_pay_refunds(&self.orders, &order).await;
        }
        self.order(site_id, &order.number).await
    }
}
