//! `GET /demo/designer`: the demo's product designer, which calls the public API. Its source files are served as one
//! page.

use std::sync::{Arc, LazyLock};

use stoa_commerce::orders::OrderContext;
use stoa_files::Files;
use stoa_runtime::{Documents, Error, Operation, Reply, Routes};

use super::{page, store};

/// Names the page's operation, which is in no document.
struct DesignerPage;

impl Operation for DesignerPage {
    const ID: &'static str = "demoDesigner";
}

impl Documents<404> for DesignerPage {}

static PAGE: LazyLock<String> = LazyLock::new(|| {
    page::assembled(
        include_str!("designer/designer.html"),
        include_str!("designer/designer.css"),
        &[
            include_str!("designer/api.js"),
            include_str!("designer/product.js"),
            include_str!("designer/stage.js"),
            include_str!("designer/transform.js"),
            include_str!("designer/layers.js"),
            include_str!("designer/design.js"),
            include_str!("designer/account.js"),
            include_str!("designer/start.js"),
        ],
    )
});

/// Returns the route of the page. The page is served while the demo's store is in the database.
pub fn routes(orders: &OrderContext, files: &Files) -> Routes {
    let context = Arc::new((orders.clone(), files.clone()));
    Routes::new().get("/demo/designer", &context, |context, _| Box::pin(get(context)))
}

async fn get((orders, files): &(OrderContext, Files)) -> Result<Reply, Error<DesignerPage>> {
    let site_id = store::site_id(orders).await?;
    Ok(page::reply_with_files(PAGE.as_str(), files, site_id))
}
