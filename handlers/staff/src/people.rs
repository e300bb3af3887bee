//! The operations tagged `people`.

use stoa_runtime::{BadRequest, Error};
use stoa_staff_server::people::{ListPeople, PeopleApi};
use stoa_staff_types::StaffMemberListResponse;

use crate::{Staff, StaffHandlers};

impl PeopleApi for StaffHandlers {
    async fn list_people(
        &self,
        _: Staff,
        request: ListPeople,
    ) -> Result<StaffMemberListResponse, Error<ListPeople>> {
        let ListPeople { site_id, limit, cursor } = request;
        // The cursor is the id of the last person of the page before.
        let after = match cursor {
            None => 0,
            Some(cursor) => cursor.parse().map_err(|_| BadRequest("Invalid cursor"))?,
        };
        // One more than the page shows whether there is a next page.
        let mut people = stoa_people::list_people(&self.db, site_id, after, limit + 1).await?;
        let has_more = people.len() as i64 > limit;
        people.truncate(limit as usize);
        let last = people.last().map(|person| person.id.to_string());
        Ok(StaffMemberListResponse { data: people, next_cursor: last.filter(|_| has_more) })
    }
}
