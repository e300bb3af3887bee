//! The templates of a site, as staff list and change them. Customers start designs from them.

use serde::Deserialize;
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{
    CreateDesignTemplateRequest, DesignTemplate, DesignTemplatePatch, DesignTemplateSummary,
};
use stoa_stores::site::lock_site;
use stoa_values::IfMatch;
use tokio_postgres::types::Json;

use crate::designs::random_id;

const GET_DESIGN_TEMPLATE: &str = include_str!("templates/get_design_template.sql");

refusals! {
    /// Why a template is not created.
    pub enum NewTemplateRefusal of reasons {
        ProductNotFound,
        StyleOfOtherProduct,
    }
}

refusals! {
    /// Why a template is not changed.
    pub enum TemplateRefusal of reasons {
        TemplateNotFound,
        TemplateHasChanged { version },
        StyleOfOtherProduct,
    }
}

/// A template whose row is locked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Locked {
    version: i64,
    product_id: i64,
}

/// Returns at most `limit` templates of a site, by their order and id, after the template with this order and id.
pub async fn list_design_templates(
    db: &Db,
    site_id: i64,
    (order, id): (i64, i64),
    limit: i64,
) -> Result<Vec<DesignTemplateSummary>, DbError> {
    let sql = include_str!("templates/list_design_templates.sql");
    db.rows(sql, &[&site_id, &order, &id, &limit]).await
}

/// Returns a template.
pub async fn get_design_template(
    db: &Db,
    site_id: i64,
    template_id: i64,
) -> Result<Option<DesignTemplate>, DbError> {
    db.opt(GET_DESIGN_TEMPLATE, &[&site_id, &template_id]).await
}

/// Creates a template of a product.
pub async fn create_design_template(
    db: &Db,
    change: Change<'_>,
    request: &CreateDesignTemplateRequest,
) -> Result<DesignTemplate, Failed<NewTemplateRefusal>> {
    let Change { site_id, origin, now } = change;
    let CreateDesignTemplateRequest {
        product_id,
        style_id,
        name,
        layers,
        style_overrides,
        order,
        ..
    } = request;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    if !lock_product(&transaction, site_id, *product_id).await? {
        return Err(NewTemplateRefusal::ProductNotFound)?;
    }
    if let Some(style_id) = style_id
        && !has_style(&transaction, site_id, *product_id, *style_id).await?
    {
        return Err(NewTemplateRefusal::StyleOfOtherProduct)?;
    }
    let (id, style_overrides) = (random_id(), style_overrides.clone().unwrap_or_default());
    let (layers, style_overrides) = (Json(layers), Json(&style_overrides));
    let params = [
        &site_id as _,
        &id as _,
        product_id as _,
        style_id as _,
        order as _,
        name as _,
        &layers as _,
        &style_overrides as _,
        &now as _,
    ];
    transaction.execute(include_str!("templates/create_design_template.sql"), &params).await?;
    let fields = ["productId", "styleId", "name", "layers", "styleOverrides", "order"];
    let target = Target::new("design_template", id);
    record(&transaction, site_id, origin, target, &fields, now).await?;
    let template = transaction.one(GET_DESIGN_TEMPLATE, &[&site_id, &id]).await?;
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(template)
}

/// Applies a patch to a template, if the caller has seen its current version.
pub async fn update_design_template(
    db: &Db,
    change: Change<'_>,
    template_id: i64,
    seen: IfMatch<'_>,
    patch: &DesignTemplatePatch,
) -> Result<DesignTemplate, Failed<TemplateRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let before = lock(&transaction, site_id, template_id).await?;
    let before = before.ok_or(TemplateRefusal::TemplateNotFound)?;
    if !seen.allows(before.version) {
        return Err(TemplateRefusal::TemplateHasChanged { version: before.version })?;
    }
    if let Some(Some(style_id)) = patch.style_id {
        lock_product(&transaction, site_id, before.product_id).await?;
        if !has_style(&transaction, site_id, before.product_id, style_id).await? {
            return Err(TemplateRefusal::StyleOfOtherProduct)?;
        }
    }
    let Patch { mut columns, fields } = Patch::of(patch)?;
    if let Some(order) = columns.0.remove("order") {
        columns.0.insert("position".to_owned(), order);
    }
    if !fields.is_empty() {
        let sql = include_str!("templates/update_design_template.sql");
        transaction.execute(sql, &[&site_id, &template_id, &now, &columns]).await?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let target = Target::new("design_template", template_id);
        record(&transaction, site_id, origin, target, &fields, now).await?;
        transaction.invalidate_cache(site_id);
    }
    let template = transaction.one(GET_DESIGN_TEMPLATE, &[&site_id, &template_id]).await?;
    transaction.commit().await?;
    Ok(template)
}

/// Deletes a template. The designs that customers began with it are copies, so they stay.
pub async fn remove_design_template(
    db: &Db,
    change: Change<'_>,
    template_id: i64,
) -> Result<(), Failed<reasons::TemplateNotFound>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let sql = include_str!("templates/remove_design_template.sql");
    if transaction.execute(sql, &[&site_id, &template_id]).await? == 0 {
        return Err(Failed::Refused(reasons::TemplateNotFound));
    }
    let target = Target::new("design_template", template_id);
    record(&transaction, site_id, origin, target, &["id"], now).await?;
    transaction.invalidate_cache(site_id);
    transaction.commit().await?;
    Ok(())
}

async fn lock(
    transaction: &Transaction<'_>,
    site_id: i64,
    template_id: i64,
) -> Result<Option<Locked>, DbError> {
    let sql = include_str!("templates/lock_design_template.sql");
    transaction.opt(sql, &[&site_id, &template_id]).await
}

/// Locks a product, so that it retains its styles until the transaction ends. Returns false if there is no such product.
async fn lock_product(
    transaction: &Transaction<'_>,
    site_id: i64,
    product_id: i64,
) -> Result<bool, DbError> {
    let sql = include_str!("templates/lock_product.sql");
    Ok(transaction.execute(sql, &[&site_id, &product_id]).await? > 0)
}

/// Whether the product has this style.
async fn has_style(
    transaction: &Transaction<'_>,
    site_id: i64,
    product_id: i64,
    style_id: i64,
) -> Result<bool, DbError> {
    let sql = include_str!("templates/has_style.sql");
    transaction.one(sql, &[&site_id, &product_id, &style_id]).await
}
