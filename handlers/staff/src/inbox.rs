//! The operations tagged `inbox`.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use stoa_db::Db;
use stoa_event_streams::{
    EventStream, Listens, STREAM_RECONNECT_DELAY, StreamLimit, StreamPlaces, Streamed,
    last_event_number,
};
use stoa_inbox::{Hub, Inbox, InboxNumbers, inbox_numbers, share_events};
use stoa_jobs::Jobs;
use stoa_people::find_caller_again;
use stoa_runtime::{Error, Event, Events};
use stoa_staff_reasons as reasons;
use stoa_staff_server::Role;
use stoa_staff_server::inbox::{InboxApi, StreamInbox};
use stoa_staff_types::{InboxEvent, InboxHello};
use stoa_valkey::Valkey;
use stoa_values::Clock;

use crate::{Staff, StaffHandlers};

/// Maximum number of open inbox streams of a person or a server key for a site. A further one is answered 429.
const MAX_INBOX_STREAMS_OF_A_PERSON: u8 = 10;

/// Maximum number of open inbox streams of a site. A further one is answered 429.
const MAX_INBOX_STREAMS_OF_A_SITE: u8 = 100;

/// Maximum number of open inbox streams of a client. A further one is answered 429.
const MAX_INBOX_STREAMS_OF_A_CLIENT: u8 = 200;

/// Time for which an inbox stream continues after its session ended or its caller's roles changed.
///
/// An open stream checks its caller's roles at this interval.
const INBOX_ROLES_CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// Seconds for `Retry-After`. This is a guess, because a stream is open until its reader closes it.
const INBOX_STREAM_RETRY_AFTER: u64 = 5;

/// The open streams of inboxes in this process. Clones share them.
#[derive(Clone)]
pub struct InboxStreams {
    hub: Arc<Hub>,
    places: StreamPlaces,
    roles_check_interval: Duration,
}

impl Default for InboxStreams {
    fn default() -> Self {
        Self {
            hub: Arc::default(),
            places: StreamPlaces::default(),
            roles_check_interval: INBOX_ROLES_CHECK_INTERVAL,
        }
    }
}

impl InboxStreams {
    /// Counts open streams together with the other servers that share the Valkey.
    pub fn sharing(self, valkey: Valkey) -> Self {
        Self { places: StreamPlaces::sharing(valkey), ..self }
    }

    pub fn checking_roles_every(self, roles_check_interval: Duration) -> Self {
        Self { roles_check_interval, ..self }
    }

    /// Starts the job that reads announced events. Returns the hub, which must be among those of
    /// [`stoa_event_streams::listen`].
    pub fn share_events(&self, jobs: &Jobs, db: &Db) -> Arc<dyn Listens> {
        share_events(jobs, &self.hub, db);
        self.hub.clone()
    }
}

impl InboxApi for StaffHandlers {
    async fn stream_inbox(
        &self,
        staff: Staff,
        request: StreamInbox,
    ) -> Result<Events<InboxEvent>, Error<StreamInbox>> {
        let site_id = request.site_id;
        let seen = last_seen(&request)?;
        let place = self.inbox.places.take(limits(&staff, site_id)).await;
        let place =
            place.ok_or(reasons::TooManyOpenStreams { retry_after: INBOX_STREAM_RETRY_AFTER })?;
        // Subscribe before reading the database. An event that is committed in between may then arrive twice, but is
        // never lost.
        let subscription = self.inbox.hub.subscribe(Inbox { site_id });
        let InboxNumbers { newest, deleted } = inbox_numbers(&self.db, site_id).await?;
        let after = match seen {
            Seen::Nothing => newest,
            Seen::Earliest => deleted,
            Seen::Number(number) => number.clamp(deleted, newest),
        };
        let hello = InboxHello { site_id, misses_events: seen.is_before(deleted) };
        let roles_check = until_roles_change(
            self.db.clone(),
            self.people.clock.clone(),
            staff.clone(),
            site_id,
            self.inbox.roles_check_interval,
        );
        let stream = EventStream::new(self.db.clone(), subscription, after, newest, place)
            .filter_map(move |item| std::future::ready(sent(item, &hello, &staff)))
            .take_until(roles_check);
        Ok(Box::pin(stream))
    }
}

#[derive(Debug, Clone, Copy)]
enum Seen {
    Nothing,
    Earliest,
    Number(i64),
}

impl Seen {
    fn is_before(self, deleted: i64) -> bool {
        matches!(self, Self::Number(number) if number < deleted)
    }
}

fn last_seen(request: &StreamInbox) -> Result<Seen, Error<StreamInbox>> {
    let (text, refusal) = match (&request.last_event_id_header, &request.last_event_id) {
        (Some(text), _) => (text, Error::from(reasons::InvalidLastEventIdHeader)),
        (None, Some(text)) => (text, reasons::InvalidLastEventId.into()),
        (None, None) => return Ok(Seen::Nothing),
    };
    match last_event_number(text) {
        Some(_) if text == "earliest" => Ok(Seen::Earliest),
        Some(number) => Ok(Seen::Number(number)),
        None => Err(refusal),
    }
}

fn limits(staff: &Staff, site_id: i64) -> [StreamLimit; 3] {
    [
        StreamLimit {
            owner: format!("inbox {} of site {site_id}", staff.actor.unique()).into_bytes(),
            most: MAX_INBOX_STREAMS_OF_A_PERSON,
        },
        StreamLimit {
            owner: [b"inbox site".as_slice(), &site_id.to_le_bytes()].concat(),
            most: MAX_INBOX_STREAMS_OF_A_SITE,
        },
        StreamLimit {
            owner: format!("inbox client {}", staff.client).into_bytes(),
            most: MAX_INBOX_STREAMS_OF_A_CLIENT,
        },
    ]
}

/// Returns an item of the stream as it is sent, or `None` if it is for another role.
fn sent(
    item: Streamed<InboxEvent>,
    hello: &InboxHello,
    staff: &Staff,
) -> Option<Event<InboxEvent>> {
    match item {
        Streamed::Start(number) => {
            let hello = Event::new(InboxEvent::Hello(hello.clone()));
            Some(hello.id(number.to_string()).retry(STREAM_RECONNECT_DELAY))
        }
        Streamed::Event(number, event) => {
            let is_for_caller = role_of(&event).is_none_or(|role| staff.has_role(role));
            is_for_caller.then(|| Event::new(event).id(number.to_string()))
        }
    }
}

fn role_of(event: &InboxEvent) -> Option<Role> {
    match event {
        InboxEvent::Hello(_) => None,
        InboxEvent::OrderPaid(_) | InboxEvent::OrderDisputed(_) | InboxEvent::StockLow(_) => {
            Some(Role::Shop)
        }
        InboxEvent::ConversationStarted(_)
        | InboxEvent::VisitorMessage(_)
        | InboxEvent::SupportMessage(_) => Some(Role::Support),
    }
}

/// Waits until the caller's session ends, or the caller's roles for the site change.
async fn until_roles_change(db: Db, clock: Clock, staff: Staff, site_id: i64, interval: Duration) {
    loop {
        tokio::time::sleep(interval).await;
        let Staff { actor, credential, .. } = &staff;
        // Boxed, so that a stream that waits for its next check is small.
        let found = Box::pin(find_caller_again(&db, actor, credential, site_id, clock.now())).await;
        // An error of the database ends no stream. The next check follows.
        if let Ok(found) = found
            && found.is_none_or(|caller| caller.roles != staff.roles || caller.lacks_totp)
        {
            return;
        }
    }
}
