//! The operations tagged `people`.

use stoa_runtime::{Error, Replayable};
use stoa_staff_reasons as reasons;
use stoa_staff_server::people::{
    GetPerson, InvitePerson, ListPeople, PeopleApi, RemovePerson, SetTotpRequirement, UpdatePerson,
};
use stoa_staff_types::{
    RevokedServerKeys, Role, SitePerson, SitePersonListResponse, TotpRequirement,
    UpdatedPersonResponse,
};

use crate::page::{cursor_value, page};
use crate::{Staff, StaffHandlers};

impl PeopleApi for StaffHandlers {
    async fn list_people(
        &self,
        _: Staff,
        request: ListPeople,
    ) -> Result<SitePersonListResponse, Error<ListPeople>> {
        let ListPeople { site_id, limit, cursor } = request;
        // The cursor is the id of the last person of the previous page.
        let after = cursor_value(cursor)?.unwrap_or(0);
        let people = stoa_people::list_people(&self.db, site_id, after, limit + 1).await?;
        let (data, next_cursor) = page(people, limit, |person| person.id.to_string());
        Ok(SitePersonListResponse { data, next_cursor })
    }

    async fn invite_person(
        &self,
        staff: Staff,
        request: InvitePerson,
    ) -> Result<Replayable<SitePerson>, Error<InvitePerson>> {
        let InvitePerson { site_id, idempotency, body } = request;
        check_giver(&staff, &body.roles)?;
        let origin = staff.origin::<InvitePerson>();
        Ok(stoa_people::invite_person(&self.people, &origin, site_id, idempotency, body).await?)
    }

    async fn get_person(
        &self,
        _: Staff,
        request: GetPerson,
    ) -> Result<SitePerson, Error<GetPerson>> {
        let GetPerson { site_id, person_id } = request;
        let person = stoa_people::get_person(&self.db, site_id, person_id).await?;
        Ok(person.ok_or(reasons::PersonNotFound)?)
    }

    async fn update_person(
        &self,
        staff: Staff,
        request: UpdatePerson,
    ) -> Result<UpdatedPersonResponse, Error<UpdatePerson>> {
        let UpdatePerson { site_id, person_id, retain_server_keys: retained, body } = request;
        check_giver(&staff, &body.roles)?;
        let (origin, roles) = (staff.origin::<UpdatePerson>(), body.roles);
        let (people, retained) = (&self.people, &retained);
        Ok(stoa_people::update_person(people, &origin, site_id, person_id, &roles, retained)
            .await?)
    }

    async fn remove_person(
        &self,
        staff: Staff,
        request: RemovePerson,
    ) -> Result<RevokedServerKeys, Error<RemovePerson>> {
        let RemovePerson { site_id, person_id, retain_server_keys: retained } = request;
        let origin = staff.origin::<RemovePerson>();
        Ok(stoa_people::remove_person(&self.people, &origin, site_id, person_id, &retained).await?)
    }

    async fn set_totp_requirement(
        &self,
        staff: Staff,
        request: SetTotpRequirement,
    ) -> Result<TotpRequirement, Error<SetTotpRequirement>> {
        let SetTotpRequirement { site_id, body } = request;
        let (id, origin) = (staff.person()?.id, staff.origin::<SetTotpRequirement>());
        let is_set =
            stoa_people::set_totp_requirement(&self.people, &origin, id, site_id, body.required);
        match is_set.await? {
            true => Ok(body),
            false => Err(reasons::TotpIsNotSetUp.into()),
        }
    }
}

/// Refuses a server key that gives the role `owner`: a leaked key would otherwise create an owner who outlives it.
fn check_giver(staff: &Staff, roles: &[Role]) -> Result<(), reasons::OnlyAPerson> {
    if roles.contains(&Role::Owner) {
        staff.person()?;
    }
    Ok(())
}
