//! The operations tagged `type`.

use reqwest::Method;

use crate::{Client, Error, EventStream, Response, escape, types};

impl Client {
    /// `GET /move/{slug}`: Go elsewhere.
    pub async fn r#move(&self, slug: &str) -> Result<Response<()>, Error> {
        let call = self.call(Method::GET, format!("/move/{}", escape::segment(slug)));
        call.empty().await
    }

    /// `PUT /move/{slug}`: Answer nothing, in two ways.
    pub async fn mark_move(&self, slug: &str) -> Result<Response<()>, Error> {
        let call = self.call(Method::PUT, format!("/move/{}", escape::segment(slug)));
        call.empty().await
    }

    /// `DELETE /move/{slug}`: Answer nothing.
    pub async fn delete_move(&self, slug: &str) -> Result<Response<()>, Error> {
        let call = self.call(Method::DELETE, format!("/move/{}", escape::segment(slug)));
        call.empty().await
    }

    /// `POST /uploads`: Send a form.
    pub async fn upload_file(
        &self,
        form: reqwest::multipart::Form,
    ) -> Result<Response<types::ThingResponse>, Error> {
        let mut call = self.call(Method::POST, "/uploads".to_owned());
        call = call.form(form);
        call.send().await
    }

    /// `POST /hooks`: Take bytes as they are.
    pub async fn receive_hook(
        &self,
        body: bytes::Bytes,
    ) -> Result<Response<types::KnownResponse>, Error> {
        let mut call = self.call(Method::POST, "/hooks".to_owned());
        call = call.raw(body);
        call.send().await
    }

    /// `GET /images/{id}`: Answer bytes.
    pub async fn get_image(&self, id: i64) -> Result<Response<bytes::Bytes>, Error> {
        let call = self.call(Method::GET, format!("/images/{}", escape::segment(id)));
        call.bytes().await
    }

    /// `GET /events`: Answer a stream.
    pub async fn stream_events(&self) -> Result<EventStream<types::ThingEvent>, Error> {
        let call = self.call(Method::GET, "/events".to_owned());
        EventStream::open(call, &["created", "gone-for-good"]).await
    }
}
