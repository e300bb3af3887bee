//! The operations tagged `type`.

use ::stoa_client_core::{Error, EventStream, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /move/{slug}`: Go elsewhere.
    pub async fn r#move(&self, slug: &str) -> Result<Response<()>, Error> {
        self.call("move", Method::GET, "/move/{slug}")
            .path("slug", slug)
            .expect(&[302])
            .empty()
            .await
    }

    /// `PUT /move/{slug}`: Answer nothing, in two ways.
    pub async fn mark_move(&self, slug: &str) -> Result<Response<()>, Error> {
        self.call("markMove", Method::PUT, "/move/{slug}")
            .path("slug", slug)
            .expect(&[202, 204])
            .empty()
            .await
    }

    /// `DELETE /move/{slug}`: Answer nothing.
    pub async fn delete_move(&self, slug: &str) -> Result<Response<()>, Error> {
        self.call("deleteMove", Method::DELETE, "/move/{slug}")
            .path("slug", slug)
            .expect(&[204])
            .empty()
            .await
    }

    /// `POST /uploads`: Send a form.
    pub async fn upload_file(
        &self,
        form: ::stoa_client_core::reqwest::multipart::Form,
    ) -> Result<Response<types::ThingResponse>, Error> {
        self.call("uploadFile", Method::POST, "/uploads").form(form).expect(&[201]).send().await
    }

    /// `POST /hooks`: Take bytes as they are.
    pub async fn receive_hook(
        &self,
        body: ::stoa_client_core::Bytes,
    ) -> Result<Response<types::KnownResponse>, Error> {
        self.call("receiveHook", Method::POST, "/hooks").raw(body).send().await
    }

    /// `GET /images/{id}`: Answer bytes.
    pub async fn get_image(&self, id: i64) -> Result<Response<::stoa_client_core::Bytes>, Error> {
        self.call("getImage", Method::GET, "/images/{id}").path("id", id).bytes().await
    }

    /// `GET /events`: Answer a stream.
    pub async fn stream_events(&self) -> Result<EventStream<types::ThingEvent>, Error> {
        EventStream::open(
            self.call("streamEvents", Method::GET, "/events"),
            &["created", "gone-for-good"],
        )
        .await
    }
}
