//! The operations tagged `sessions`.

use stoa_credentials::passwords::{HashError, PASSWORD_HASH_RETRY_AFTER, Password};
use stoa_people::{AcceptError, LoginError, end_session};
use stoa_runtime::{BadRequest, Documents, Error, TooManyRequests, Unauthorized};
use stoa_staff_server::sessions::{AcceptInvitation, GetMe, LogIn, LogOut, SessionsApi};
use stoa_staff_types::{DoneResponse, Me, Session};
use stoa_values::email::comparable;

use crate::{Staff, StaffHandlers, Visitor};

impl SessionsApi for StaffHandlers {
    async fn log_in(&self, visitor: Visitor, request: LogIn) -> Result<Session, Error<LogIn>> {
        let LogIn { body } = request;
        let who = (comparable(&body.email), visitor.client);
        let failures = &self.rate_limits.staff_failed_logins;
        // Count before the outcome is known, so that concurrent calls cannot exceed the limit.
        failures.count(&who).await?;
        let password = Password::new(body.password);
        let begun = stoa_people::log_in(&self.people, &body.email, &password).await;
        match &begun {
            Ok(_) => failures.reset(&who).await,
            Err(LoginError::WrongEmailOrPassword) => {}
            Err(LoginError::Hash(_) | LoginError::Database(_)) => {
                self.rate_limits.staff_logins.give_back(visitor.client).await;
                failures.give_back(&who).await;
            }
        }
        begun.map_err(|error| match error {
            LoginError::WrongEmailOrPassword => {
                Unauthorized("Wrong e-mail address or password").into()
            }
            LoginError::Hash(error) => no_hash(error),
            LoginError::Database(error) => error.into(),
        })
    }

    async fn log_out(&self, staff: Staff, _: LogOut) -> Result<DoneResponse, Error<LogOut>> {
        end_session(&self.db, &staff.session).await?;
        Ok(DoneResponse {})
    }

    async fn get_me(&self, staff: Staff, _: GetMe) -> Result<Me, Error<GetMe>> {
        let me = stoa_people::get_me(&self.db, staff.id).await?;
        Ok(me.ok_or(Unauthorized("Unauthorized"))?)
    }

    async fn accept_invitation(
        &self,
        visitor: Visitor,
        request: AcceptInvitation,
    ) -> Result<Session, Error<AcceptInvitation>> {
        let AcceptInvitation { body } = request;
        let password = Password::new(body.password);
        let accepted = stoa_people::accept_invitation(
            &self.people,
            visitor.request_id,
            &body.token,
            &body.name,
            password,
        );
        accepted.await.map_err(|error| match error {
            AcceptError::Password(fault) => BadRequest(fault.message()).into(),
            AcceptError::InvalidToken => BadRequest("Invitation is invalid or has expired").into(),
            AcceptError::Hash(error) => no_hash(error),
            AcceptError::Database(error) => error.into(),
        })
    }
}

fn no_hash<Op: Documents<429>>(error: HashError) -> Error<Op> {
    match error {
        HashError::TooManyWait => TooManyRequests {
            message: "Too many attempts, slow down",
            retry_after: PASSWORD_HASH_RETRY_AFTER,
        }
        .into(),
        error => error.into(),
    }
}
