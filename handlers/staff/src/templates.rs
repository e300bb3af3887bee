//! The operations tagged `templates`. The rules are in domain/designs.

use std::fmt;
use std::str::FromStr;
use stoa_audit::Change;

use stoa_designs::templates::{
    create_design_template, get_design_template, list_design_templates, remove_design_template,
    update_design_template,
};
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::templates::{
    CreateDesignTemplate, GetDesignTemplate, ListDesignTemplates, RemoveDesignTemplate,
    TemplatesApi, UpdateDesignTemplate,
};
use stoa_staff_types::{
    DesignTemplate, DesignTemplateListResponse, DesignTemplateSummary, DoneResponse,
};
use stoa_values::IfMatch;

use crate::page::{cursor_value, page};
use crate::{Staff, StaffHandlers};

/// The position of a template in the list, such as `1.7`: its order, and its id.
#[derive(Debug, Clone, Copy)]
struct Place {
    order: i64,
    id: i64,
}

impl Place {
    /// Before the first template.
    const FIRST: Self = Self { order: i64::MIN, id: 0 };
}

impl TemplatesApi for StaffHandlers {
    async fn list_design_templates(
        &self,
        _: Staff,
        request: ListDesignTemplates,
    ) -> Result<DesignTemplateListResponse, Error<ListDesignTemplates>> {
        let ListDesignTemplates { site_id, limit, cursor } = request;
        let Place { order, id } = cursor_value(cursor)?.unwrap_or(Place::FIRST);
        let templates = list_design_templates(&self.db, site_id, (order, id), limit + 1).await?;
        let (data, next_cursor) = page(templates, limit, |last: &DesignTemplateSummary| {
            Place { order: last.order, id: last.id }.to_string()
        });
        Ok(DesignTemplateListResponse { data, next_cursor })
    }

    async fn create_design_template(
        &self,
        staff: Staff,
        request: CreateDesignTemplate,
    ) -> Result<DesignTemplate, Error<CreateDesignTemplate>> {
        let CreateDesignTemplate { site_id, body } = request;
        let origin = staff.origin::<CreateDesignTemplate>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(create_design_template(&self.db, change, &body).await?)
    }

    async fn get_design_template(
        &self,
        _: Staff,
        request: GetDesignTemplate,
    ) -> Result<DesignTemplate, Error<GetDesignTemplate>> {
        let template = get_design_template(&self.db, request.site_id, request.template_id).await?;
        Ok(template.ok_or(reasons::TemplateNotFound)?)
    }

    async fn update_design_template(
        &self,
        staff: Staff,
        request: UpdateDesignTemplate,
    ) -> Result<DesignTemplate, Error<UpdateDesignTemplate>> {
        let UpdateDesignTemplate { site_id, template_id, if_match, body } = request;
        let origin = staff.origin::<UpdateDesignTemplate>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(update_design_template(&self.db, change, template_id, seen, &body).await?)
    }

    async fn remove_design_template(
        &self,
        staff: Staff,
        request: RemoveDesignTemplate,
    ) -> Result<DoneResponse, Error<RemoveDesignTemplate>> {
        let RemoveDesignTemplate { site_id, template_id } = request;
        let origin = staff.origin::<RemoveDesignTemplate>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        remove_design_template(&self.db, change, template_id).await?;
        Ok(DoneResponse {})
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.order, self.id)
    }
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (order, id) = text.split_once('.').ok_or(())?;
        Ok(Self { order: order.parse().map_err(|_| ())?, id: id.parse().map_err(|_| ())? })
    }
}
