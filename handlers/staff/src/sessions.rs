//! The operations tagged `sessions`.

use stoa_audit::Actor;
use stoa_credentials::passwords::{self, CommonPasswords, Password};
use stoa_people::{
    Account, ConfirmTotpRefusal, LoginRefusal, RemoveTotpRefusal, end_session, find_account,
    find_login, get_me_of_server_key, password_refusal,
};
use stoa_runtime::{Documents, Error, Failed, Refuses};
use stoa_staff_reasons as reasons;
use stoa_staff_server::sessions::{
    AcceptInvitation, ChangePassword, ConfirmTotp, ForgotPassword, GetMe, LogIn, LogOut,
    RemoveTotp, ResetPassword, SessionsApi, SetUpTotp,
};
use stoa_staff_types::{
    ChangePasswordRequest, DoneResponse, LogInRequest, Me, RecoveryCodes, RemoveTotpRequest,
    ResetPasswordRequest, Session, TotpSetup,
};
use stoa_values::email::{comparable, is_email};

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
            Err(Failed::Refused(
                LoginRefusal::WrongEmailOrPassword | LoginRefusal::LogInWrongCode,
            )) => {}
            Err(Failed::Refused(LoginRefusal::CodeIsNeeded)) => attempt.give_back().await,
            Err(_) => {
                self.rate_limits.staff_logins.give_back(visitor.client).await;
                attempt.give_back().await;
            }
        }
        Ok(begun?)
    }

    async fn log_out(&self, staff: Staff, _: LogOut) -> Result<DoneResponse, Error<LogOut>> {
        end_session(&self.db, &staff.person()?.session).await?;
        Ok(DoneResponse {})
    }

    /// Does not reveal whether a person has the address: only the mail worker looks up the person.
    async fn forgot_password(
        &self,
        visitor: Visitor,
        request: ForgotPassword,
    ) -> Result<DoneResponse, Error<ForgotPassword>> {
        let limits = &self.rate_limits;
        let email = request.body.email;
        let address = comparable(&email);
        if is_email(&email)
            && limits.staff_reset_mails.count((&address, visitor.client)).await.is_ok()
            && limits.staff_reset_mails_a_day.count(&address).await.is_ok()
        {
            stoa_people::forget_password(&self.people, &email).await?;
        }
        Ok(DoneResponse {})
    }

    async fn reset_password(
        &self,
        visitor: Visitor,
        request: ResetPassword,
    ) -> Result<DoneResponse, Error<ResetPassword>> {
        let ResetPasswordRequest { token, password } = request.body;
        let (request_id, password) = (visitor.request_id, Password::new(password));
        let email = stoa_people::reset_password(&self.people, request_id, &token, password).await?;
        let (email, limits) = (comparable(&email), &self.rate_limits);
        limits.staff_failed_logins.reset((&email, visitor.client)).await;
        limits.staff_strangers_failed_logins.reset(&email).await;
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
        passwords::check(&new_password, CommonPasswords::Refused)
            .map_err(password_refusal::<Error<ChangePassword>>)?;
        let (account, attempt) = self.verified(&staff, current_password).await?;
        attempt.give_back().await;
        let (person, origin) = (staff.person()?, staff.origin::<ChangePassword>());
        stoa_people::change_password(
            &self.people,
            &origin,
            person.id,
            &account,
            new_password,
            &person.session,
        )
        .await?;
        Ok(DoneResponse {})
    }

    async fn set_up_totp(
        &self,
        staff: Staff,
        request: SetUpTotp,
    ) -> Result<TotpSetup, Error<SetUpTotp>> {
        let (account, attempt) = self.verified(&staff, request.body.password).await?;
        attempt.give_back().await;
        let (id, origin) = (staff.person()?.id, staff.origin::<SetUpTotp>());
        Ok(stoa_people::set_up_totp(&self.people, &self.seal, &origin, id, &account).await?)
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
        if !matches!(confirmed, Err(Failed::Refused(ConfirmTotpRefusal::ConfirmTotpWrongCode))) {
            attempt.give_back().await;
        }
        Ok(confirmed?)
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
        if !matches!(removed, Err(Failed::Refused(RemoveTotpRefusal::RemoveTotpWrongCode))) {
            attempt.give_back().await;
        }
        removed?;
        Ok(DoneResponse {})
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
        Ok(accepted.await?)
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
                Err(error.into())
            }
        }
    }
}
