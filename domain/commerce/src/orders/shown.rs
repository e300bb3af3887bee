//! What is shown of an order, to a guest who knows its number and to its customer alike.

use stoa_db::Part;

/// The columns of `placed` and its tracking events.
pub const ORDER_COLUMNS: Part = ("order_columns.sql", include_str!("shown/order_columns.sql"));
