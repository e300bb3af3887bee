//! The operations tagged `type`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// `GET /move/{slug}`: Go elsewhere.
    pub fn r#move(&self, slug: &str) -> Move {
        let call = self.call("move", Method::GET, "/move/{slug}");
        Move(call.path("slug", slug).expect(&[302]))
    }

    /// `PUT /move/{slug}`: Answer nothing, in two ways.
    pub fn mark_move(&self, slug: &str) -> MarkMove {
        let call = self.call("markMove", Method::PUT, "/move/{slug}");
        MarkMove(call.path("slug", slug).expect(&[202, 204]))
    }

    /// `DELETE /move/{slug}`: Answer nothing.
    pub fn delete_move(&self, slug: &str) -> DeleteMove {
        let call = self.call("deleteMove", Method::DELETE, "/move/{slug}");
        DeleteMove(call.path("slug", slug).expect(&[204]))
    }

    /// `POST /uploads`: Send a form.
    pub fn upload_file(&self, form: ::stoa_client_core::reqwest::multipart::Form) -> UploadFile {
        let call = self.call("uploadFile", Method::POST, "/uploads");
        UploadFile(call.form(form).expect(&[201]))
    }

    /// `POST /hooks`: Take bytes as they are.
    pub fn receive_hook(&self, body: impl Into<::stoa_client_core::Bytes>) -> ReceiveHook {
        let call = self.call("receiveHook", Method::POST, "/hooks");
        ReceiveHook(call.raw(body))
    }

    /// `GET /images/{id}`: Answer bytes.
    pub fn get_image(&self, id: i64) -> GetImage {
        let call = self.call("getImage", Method::GET, "/images/{id}");
        GetImage(call.path("id", id))
    }

    /// `GET /events`: Answer a stream.
    pub fn stream_events(&self) -> StreamEvents {
        let call = self.call("streamEvents", Method::GET, "/events");
        StreamEvents(call.events(&["created", "gone-for-good"]))
    }
}

::stoa_client_core::calls! {
    r#move: Move -> Empty;
    mark_move: MarkMove -> Empty;
    delete_move: DeleteMove -> Empty;
    upload_file: UploadFile -> Json<types::ThingResponse>;
    receive_hook: ReceiveHook -> Json<types::KnownResponse>;
    get_image: GetImage -> Bytes, ETag;
    stream_events: StreamEvents -> Events<types::ThingEvent>;
}
