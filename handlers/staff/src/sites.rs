//! The operations tagged `sites`.

use chrono::NaiveTime;
use stoa_inbox::LOW_STOCK_QUANTITY;
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::Role;
use stoa_staff_server::sites::{GetSite, ListSites, SitesApi};
use stoa_staff_types::{Site, SiteListResponse};

use crate::page::{cursor_value, page};
use crate::{Staff, StaffHandlers};

impl SitesApi for StaffHandlers {
    async fn list_sites(
        &self,
        staff: Staff,
        request: ListSites,
    ) -> Result<SiteListResponse, Error<ListSites>> {
        let ListSites { limit, cursor } = request;
        // The cursor is the id of the last site of the page before.
        let after = cursor_value(cursor)?.unwrap_or(0);
        let sites = stoa_people::list_sites(&self.db, staff.person()?.id, after, limit + 1).await?;
        let (data, next_cursor) = page(sites, limit, |site| site.id.to_string());
        Ok(SiteListResponse { data, next_cursor })
    }

    async fn get_site(&self, staff: Staff, request: GetSite) -> Result<Site, Error<GetSite>> {
        let sees_conversations = staff.has_role(Role::Support);
        let sees_orders = staff.has_role(Role::Shop) || sees_conversations;
        let today = self.people.clock.now().date_naive().and_time(NaiveTime::MIN).and_utc();
        let roles: Vec<&str> = staff.roles.iter().map(|role| role.as_str()).collect();
        let site: Option<Site> = self
            .db
            .opt(
                include_str!("sites/get_site.sql"),
                &[
                    &request.site_id,
                    &roles,
                    &today,
                    &sees_orders,
                    &sees_conversations,
                    &LOW_STOCK_QUANTITY,
                ],
            )
            .await?;
        Ok(site.ok_or(reasons::SiteNotFound)?)
    }
}
