//! The operations tagged `sessions`.

use stoa_audit::Actor;
use stoa_credentials::PasswordFault;
use stoa_credentials::passwords::{
    self, CommonPasswords, HashError, PASSWORD_HASH_RETRY_AFTER, Password,
};
use stoa_people::{
    AcceptError, Account, ChangeError, ConfirmError, LoginError, RemoveError, SetUpError,
    end_session, find_account, find_login, get_me_of_server_key,
};
use stoa_runtime::{Documents, Error, Refuses};
use stoa_staff_reasons as reasons;
use stoa_staff_server::sessions::{
    AcceptInvitation, ChangePassword, ConfirmTotp, GetMe, LogIn, LogOut, RemoveTotp, SessionsApi,
    SetUpTotp,
};
use stoa_staff_types::{
    ChangePasswordRequest, DoneResponse, LogInRequest, Me, RecoveryCodes, RemoveTotpRequest,
    Session, TotpSetup,
};

use crate::attempts::Attempt;
use crate::{Staff, StaffHandlers, Visitor};

impl SessionsApi for StaffHandlers {
    async fn log_in(&self, visitor: Visitor, request: LogIn) -> Result<Session, Error<LogIn>> {
        let LogInRequest { email, password, code } = request.body;
        let login = find_login(&self.db, &email, visitor.client).await?;
        let is_known = login.is_of_known_network();
        let attempt = Attempt::begin(&self.rate_limits, &email, visitor.client, is_known).await?;
        let password = Password::new(password);
        let begun =
            stoa_people::log_in(&self.people, &self.seal, login, &password, code.as_deref()).await;
        match &begun {
            Ok(_) => attempt.clear().await,
            Err(LoginError::WrongEmailOrPassword | LoginError::WrongCode) => {}
            Err(LoginError::CodeIsNeeded) => attempt.give_back().await,
            Err(LoginError::Hash(_) | LoginError::Database(_)) => {
                self.rate_limits.staff_logins.give_back(visitor.client).await;
                attempt.give_back().await;
            }
        }
        begun.map_err(|error| match error {
            LoginError::WrongEmailOrPassword => reasons::WrongEmailOrPassword.into(),
            LoginError::CodeIsNeeded => reasons::CodeIsNeeded.into(),
            LoginError::WrongCode => reasons::LogInWrongCode.into(),
            LoginError::Hash(error) => no_hash(error),
            LoginError::Database(error) => error.into(),
        })
    }

    async fn log_out(&self, staff: Staff, _: LogOut) -> Result<DoneResponse, Error<LogOut>> {
        end_session(&self.db, &staff.person()?.session).await?;
        Ok(DoneResponse {})
    }

    async fn get_me(&self, staff: Staff, _: GetMe) -> Result<Me, Error<GetMe>> {
        let me = match &staff.actor {
            Actor::ServerKey { id, .. } => {
                get_me_of_server_key(&self.db, &staff.key_site_ids, *id).await?
            }
            actor => stoa_people::get_me(&self.db, actor.id()).await?,
        };
        Ok(me.ok_or(reasons::Unauthorized)?)
    }

    async fn change_password(
        &self,
        staff: Staff,
        request: ChangePassword,
    ) -> Result<DoneResponse, Error<ChangePassword>> {
        let ChangePasswordRequest { current_password, new_password } = request.body;
        let new_password = Password::new(new_password);
        passwords::check(&new_password, CommonPasswords::Refused).map_err(password_refused)?;
        let (account, attempt) = self.verified(&staff, current_password).await?;
        attempt.give_back().await;
        let (person, origin) = (staff.person()?, staff.origin::<ChangePassword>());
        let changed = stoa_people::change_password(
            &self.people,
            &origin,
            person.id,
            &account,
            new_password,
            &person.session,
        );
        match changed.await {
            Ok(true) => Ok(DoneResponse {}),
            Ok(false) => Err(reasons::WrongPassword.into()),
            Err(ChangeError::Hash(error)) => Err(no_hash(error)),
            Err(ChangeError::Database(error)) => Err(error.into()),
        }
    }

    async fn set_up_totp(
        &self,
        staff: Staff,
        request: SetUpTotp,
    ) -> Result<TotpSetup, Error<SetUpTotp>> {
        let (account, attempt) = self.verified(&staff, request.body.password).await?;
        attempt.give_back().await;
        let (id, origin) = (staff.person()?.id, staff.origin::<SetUpTotp>());
        stoa_people::set_up_totp(&self.people, &self.seal, &origin, id, &account).await.map_err(
            |error| match error {
                SetUpError::WrongPassword => reasons::WrongPassword.into(),
                SetUpError::IsOn => reasons::TotpIsOn.into(),
                SetUpError::Database(error) => error.into(),
            },
        )
    }

    async fn confirm_totp(
        &self,
        staff: Staff,
        request: ConfirmTotp,
    ) -> Result<RecoveryCodes, Error<ConfirmTotp>> {
        let client = staff.client;
        let (person, origin) = (staff.person()?, staff.origin::<ConfirmTotp>());
        let account =
            find_account(&self.db, person.id, client).await?.ok_or(reasons::Unauthorized)?;
        let (email, is_known) = (&account.email, account.is_known_network);
        let attempt = Attempt::begin(&self.rate_limits, email, client, is_known).await?;
        let (code, session) = (request.body.code, &person.session);
        let confirmed =
            stoa_people::confirm_totp(&self.people, &self.seal, &origin, person.id, &code, session)
                .await;
        if !matches!(confirmed, Err(ConfirmError::WrongCode)) {
            attempt.give_back().await;
        }
        confirmed.map_err(|error| match error {
            ConfirmError::WrongCode => reasons::ConfirmTotpWrongCode.into(),
            ConfirmError::IsOn => reasons::TotpIsOn.into(),
            ConfirmError::IsNotSetUp => reasons::TotpIsNotSetUp.into(),
            ConfirmError::Database(error) => error.into(),
        })
    }

    async fn remove_totp(
        &self,
        staff: Staff,
        request: RemoveTotp,
    ) -> Result<DoneResponse, Error<RemoveTotp>> {
        let RemoveTotpRequest { password, code } = request.body;
        let (account, attempt) = self.verified(&staff, password).await?;
        let (id, origin) = (staff.person()?.id, staff.origin::<RemoveTotp>());
        let removed =
            stoa_people::remove_totp(&self.people, &self.seal, &origin, id, &account, &code).await;
        if !matches!(removed, Err(RemoveError::WrongCode)) {
            attempt.give_back().await;
        }
        match removed {
            Ok(()) => Ok(DoneResponse {}),
            Err(RemoveError::WrongPassword) => Err(reasons::WrongPassword.into()),
            Err(RemoveError::WrongCode) => Err(reasons::RemoveTotpWrongCode.into()),
            Err(RemoveError::IsOff) => Err(reasons::TotpIsOff.into()),
            Err(RemoveError::Database(error)) => Err(error.into()),
        }
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
            visitor.client,
            &body.token,
            &body.name,
            password,
        );
        accepted.await.map_err(|error| match error {
            AcceptError::Password(fault) => password_refused(fault),
            AcceptError::InvalidToken => reasons::InvalidInvitation.into(),
            AcceptError::Hash(error) => no_hash(error),
            AcceptError::Database(error) => error.into(),
        })
    }
}

impl StaffHandlers {
    /// Verifies the caller's password. A wrong password is a failed login. The caller of this function gives back the
    /// attempt, unless it fails otherwise.
    pub(crate) async fn verified<
        Op: Documents<429>
            + Refuses<reasons::Unauthorized>
            + Refuses<reasons::OnlyAPerson>
            + Refuses<reasons::WrongPassword>
            + Refuses<reasons::TooManyAttempts>,
    >(
        &self,
        staff: &Staff,
        password: String,
    ) -> Result<(Account, Attempt<'_>), Error<Op>> {
        let account = find_account(&self.db, staff.person()?.id, staff.client)
            .await?
            .ok_or(reasons::Unauthorized)?;
        let (email, is_known) = (&account.email, account.is_known_network);
        let attempt = Attempt::begin(&self.rate_limits, email, staff.client, is_known).await?;
        match account.verify(&self.people, Password::new(password)).await {
            Ok(true) => Ok((account, attempt)),
            Ok(false) => Err(reasons::WrongPassword)?,
            Err(error) => {
                attempt.give_back().await;
                Err(no_hash(error))
            }
        }
    }
}

fn password_refused<Op>(fault: PasswordFault) -> Error<Op>
where
    Op: Refuses<reasons::PasswordTooShort>
        + Refuses<reasons::PasswordTooLong>
        + Refuses<reasons::PasswordTooCommon>,
{
    match fault {
        PasswordFault::TooShort => reasons::PasswordTooShort.into(),
        PasswordFault::TooLong => reasons::PasswordTooLong.into(),
        PasswordFault::TooCommon => reasons::PasswordTooCommon.into(),
    }
}

fn no_hash<Op: Refuses<reasons::TooManyAttempts>>(error: HashError) -> Error<Op> {
    match error {
        HashError::TooManyWait => {
            reasons::TooManyAttempts { retry_after: PASSWORD_HASH_RETRY_AFTER }.into()
        }
        error => error.into(),
    }
}
