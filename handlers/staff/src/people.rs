//! The operations tagged `people`.

use stoa_runtime::{Conflict, Error};
use stoa_staff_server::people::{ListPeople, PeopleApi, SetTotpRequirement};
use stoa_staff_types::{StaffMemberListResponse, TotpRequirement};

use crate::page::{cursor_value, page};
use crate::{Staff, StaffHandlers};

impl PeopleApi for StaffHandlers {
    async fn list_people(
        &self,
        _: Staff,
        request: ListPeople,
    ) -> Result<StaffMemberListResponse, Error<ListPeople>> {
        let ListPeople { site_id, limit, cursor } = request;
        // The cursor is the id of the last person of the page before.
        let after = cursor_value(cursor)?.unwrap_or(0);
        let people = stoa_people::list_people(&self.db, site_id, after, limit + 1).await?;
        let (data, next_cursor) = page(people, limit, |person| person.id.to_string());
        Ok(StaffMemberListResponse { data, next_cursor })
    }
    async fn set_totp_requirement(
        &self,
        staff: Staff,
        request: SetTotpRequirement,
    ) -> Result<TotpRequirement, Error<SetTotpRequirement>> {
        let SetTotpRequirement { site_id, body } = request;
        let (id, origin) = (staff.id, staff.origin::<SetTotpRequirement>());
        let is_set =
            stoa_people::set_totp_requirement(&self.people, &origin, id, site_id, body.required);
        match is_set.await? {
            true => Ok(body),
            false => Err(Conflict("Set TOTP up first").into()),
        }
    }
}
