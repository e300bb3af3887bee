//! The operation tagged `auth`, with an `action` for each of registration, login, logout, passwords and the
//! verification of an address. The rules are in domain/customers.

use std::net::IpAddr;

use stoa_credentials::passwords::{CommonPasswords, Password};
use stoa_customers::{LoginRefusal, NewCustomer, TokenState};
use stoa_runtime::{Error, Failed, Unavailable};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::auth::{AuthApi, AuthenticateCustomer, AuthenticateCustomerReply};
use stoa_storefront_types::{
    AuthData, AuthRequest, AuthResponse, AuthSession, CustomerProfile, ForgotPasswordRequest,
    LoginRequest, RegisterRequest, ResetPasswordRequest, VerifyEmailRequest,
};
use stoa_stores::Store;
use stoa_values::email::{comparable, is_email};

use crate::{Customer, Shopper, Storefront};

type Reply = AuthenticateCustomerReply;
type AuthError = Error<AuthenticateCustomer>;

impl AuthApi for Storefront {
    async fn authenticate_customer(
        &self,
        shopper: Shopper,
        request: AuthenticateCustomer,
    ) -> Result<Reply, AuthError> {
        let AuthenticateCustomer { site_id, body } = request;
        let data = match body {
            AuthRequest::Register(request) => {
                let session = self.register(site_id, shopper, request).await?;
                let data = Some(AuthData::AuthSession(session));
                return Ok(Reply::Created(AuthResponse { data }));
            }
            AuthRequest::Login(request) => {
                Some(AuthData::AuthSession(self.log_in(site_id, shopper, request).await?))
            }
            AuthRequest::Me(_) => {
                let customer = shopper.customer.ok_or(reasons::Unauthorized)?;
                Some(AuthData::CustomerProfile(self.profile(site_id, customer).await?))
            }
            AuthRequest::Logout(_) => {
                let customer = shopper.customer.ok_or(reasons::Unauthorized)?;
                stoa_customers::end_session(&self.db, site_id, &customer.session).await?;
                None
            }
            AuthRequest::ForgotPassword(request) => {
                self.forgot_password(site_id, shopper, request).await?;
                None
            }
            AuthRequest::ResetPassword(request) => {
                self.reset_password(site_id, shopper, request).await?;
                None
            }
            AuthRequest::VerifyEmail(request) => {
                self.verify_email(site_id, request).await?;
                None
            }
        };
        Ok(Reply::Ok(AuthResponse { data }))
    }
}

impl Storefront {
    async fn register(
        &self,
        site_id: i64,
        shopper: Shopper,
        request: RegisterRequest,
    ) -> Result<AuthSession, AuthError> {
        if !shopper.store.customer_accounts {
            Err(reasons::CustomerAccountsAreNotEnabled)?;
        }
        // While the database has no room for new data, only registration is refused.
        if !self.db.accepts_writes() {
            Err(Unavailable)?;
        }
        self.rate_limits.registrations.count(shopper.client).await?;
        self.rate_limits.registrations_a_day.count(shopper.client).await?;
        let RegisterRequest { email, password, first_name, last_name } = request;
        let password = Password::new(password);
        let network = shopper.client;
        let common_passwords = common_passwords(&shopper.store);
        let customer =
            NewCustomer { email, password, common_passwords, first_name, last_name, network };
        Ok(stoa_customers::register(&self.customers, site_id, customer).await?)
    }

    async fn log_in(
        &self,
        site_id: i64,
        shopper: Shopper,
        request: LoginRequest,
    ) -> Result<AuthSession, AuthError> {
        let LoginRequest { email, password } = request;
        self.rate_limits.logins.count(shopper.client).await?;
        let (network, address) = (shopper.client, address(site_id, &email));
        let login = stoa_customers::find_login(&self.db, site_id, &email, network).await?;
        let failures = &self.rate_limits.failed_logins;
        let strangers = &self.rate_limits.strangers_failed_logins;
        let strangers = Some(strangers).filter(|_| !login.is_of_known_network());
        // Count before the outcome is known, so that concurrent calls cannot exceed the limits.
        failures.count((&address, network)).await?;
        if let Some(strangers) = strangers {
            strangers.count(&address).await?;
        }
        let password = Password::new(password);
        let begun = stoa_customers::log_in(&self.customers, login, &password).await;
        match &begun {
            Ok(_) => self.clear_failures(&address, network).await,
            Err(Failed::Refused(LoginRefusal::InvalidEmailOrPassword)) => {}
            Err(_) => {
                self.rate_limits.logins.give_back(shopper.client).await;
                failures.give_back((&address, network)).await;
                if let Some(strangers) = strangers {
                    strangers.give_back(&address).await;
                }
            }
        }
        Ok(begun?)
    }

    async fn profile(
        &self,
        site_id: i64,
        customer: Customer,
    ) -> Result<CustomerProfile, AuthError> {
        let profile = stoa_customers::get_account(&self.db, site_id, customer.id).await?;
        Ok(profile.ok_or(reasons::Unauthorized)?)
    }

    /// Does not reveal whether an account has the address: only the mail worker looks up the customer.
    async fn forgot_password(
        &self,
        site_id: i64,
        shopper: Shopper,
        request: ForgotPasswordRequest,
    ) -> Result<(), AuthError> {
        self.rate_limits.forgotten_passwords.count(shopper.client).await?;
        let email = request.email;
        let address = address(site_id, &email);
        let limits = &self.rate_limits;
        if is_email(&email)
            && limits.reset_mails.count((&address, shopper.client)).await.is_ok()
            && limits.reset_mails_a_day.count(&address).await.is_ok()
        {
            stoa_customers::forget_password(&self.customers, site_id, &email).await?;
        }
        Ok(())
    }

    async fn reset_password(
        &self,
        site_id: i64,
        shopper: Shopper,
        request: ResetPasswordRequest,
    ) -> Result<(), AuthError> {
        let ResetPasswordRequest { token, password } = request;
        let password = Password::new(password);
        let common_passwords = common_passwords(&shopper.store);
        let email = stoa_customers::reset_password(
            &self.customers,
            site_id,
            &token,
            password,
            common_passwords,
        )
        .await?;
        self.clear_failures(&address(site_id, &email), shopper.client).await;
        Ok(())
    }

    async fn verify_email(
        &self,
        site_id: i64,
        request: VerifyEmailRequest,
    ) -> Result<(), AuthError> {
        let token = request.token;
        match stoa_customers::verify_email(&self.db, site_id, &token, self.now()).await? {
            TokenState::Valid => Ok(()),
            TokenState::Used | TokenState::Invalid => Err(reasons::InvalidOrExpiredToken)?,
        }
    }

    async fn clear_failures(&self, address: &Address, network: IpAddr) {
        self.rate_limits.failed_logins.reset((address, network)).await;
        self.rate_limits.strangers_failed_logins.reset(address).await;
    }
}

/// An e-mail address of a site, by which attempts are counted whether or not an account has the address.
type Address = (i64, String);

fn address(site_id: i64, email: &str) -> Address {
    (site_id, comparable(email))
}

fn common_passwords(store: &Store) -> CommonPasswords {
    match store.refuse_common_passwords {
        true => CommonPasswords::Refused,
        false => CommonPasswords::Allowed,
    }
}
