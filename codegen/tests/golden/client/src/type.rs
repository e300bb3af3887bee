//! The operations tagged `type`.

use ::stoa_client_core::Method;

use crate::{Client, forms, types};

impl Client {
    /// Go elsewhere: `GET /move/{slug}`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn r#move(&self, slug: &str) -> Move {
        let call = self.call("move", Method::GET, "/move/{slug}");
        Move(call.path("slug", slug).expect(&[302]))
    }

    /// Answer nothing, in two ways: `PUT /move/{slug}`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn mark_move(&self, slug: &str) -> MarkMove {
        let call = self.call("markMove", Method::PUT, "/move/{slug}");
        MarkMove(call.path("slug", slug).expect(&[202, 204]))
    }

    /// Answer nothing: `DELETE /move/{slug}`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn delete_move(&self, slug: &str) -> DeleteMove {
        let call = self.call("deleteMove", Method::DELETE, "/move/{slug}");
        DeleteMove(call.path("slug", slug).expect(&[204]))
    }

    /// Send a form: `POST /uploads`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn upload_file(&self, form: forms::UploadForm) -> UploadFile {
        let call = self.call("uploadFile", Method::POST, "/uploads");
        UploadFile(call.form(form).expect(&[201]))
    }

    /// Take bytes as they are: `POST /hooks`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn receive_hook(&self, body: impl Into<::stoa_client_core::Bytes>) -> ReceiveHook {
        let call = self.call("receiveHook", Method::POST, "/hooks");
        ReceiveHook(call.raw(body))
    }

    /// Read bytes while they arrive: `POST /bundles`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn receive_bundle(&self, body: impl Into<::stoa_client_core::Bytes>) -> ReceiveBundle {
        let call = self.call("receiveBundle", Method::POST, "/bundles");
        ReceiveBundle(call.raw(body))
    }

    /// Answer JSON piece by piece: `GET /known`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn export_known(&self) -> ExportKnown {
        ExportKnown(self.call("exportKnown", Method::GET, "/known"))
    }

    /// Answer bytes: `GET /images/{id}`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn get_image(&self, id: i64) -> GetImage {
        let call = self.call("getImage", Method::GET, "/images/{id}");
        GetImage(call.path("id", id))
    }

    /// Answer a stream: `GET /events`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn stream_events(&self) -> StreamEvents {
        let call = self.call("streamEvents", Method::GET, "/events");
        StreamEvents(call.events(&["created", "gone-for-good"]))
    }

    /// Get a cached response: `GET /sites/{siteId}/kinds`.
    ///
    /// Whoever may call is given the same.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn list_kinds(&self, site_id: i64) -> ListKinds {
        let call = self.call("listKinds", Method::GET, "/sites/{siteId}/kinds");
        ListKinds(call.path("siteId", site_id))
    }
}

::stoa_client_core::calls! {
    r#move: Move "move" -> Empty;
    mark_move: MarkMove "markMove" -> Empty;
    delete_move: DeleteMove "deleteMove" -> Empty;
    upload_file: UploadFile "uploadFile" -> Json<types::ThingResponse>;
    receive_hook: ReceiveHook "receiveHook" -> Json<types::KnownResponse>;
    receive_bundle: ReceiveBundle "receiveBundle" -> Json<types::KnownResponse>;
    export_known: ExportKnown "exportKnown" -> Json<types::KnownResponse>;
    get_image: GetImage "getImage" -> Bytes, ETag;
    stream_events: StreamEvents "streamEvents" -> Events<types::ThingEvent>;
    list_kinds: ListKinds "listKinds" -> Json<types::KnownResponse>, ETag;
}

impl UploadFile {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Thing> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ReceiveHook {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl ReceiveBundle {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl ExportKnown {
    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}

impl ListKinds {
    /// Parameter `kind`.
    pub fn kind(self, kind: types::Kind) -> Self {
        Self(self.0.query("kind", kind))
    }

    /// Parameter `owner`.
    pub fn owner(self, owner: types::OwnerId) -> Self {
        Self(self.0.query("owner", owner))
    }

    /// Parameter `labels`.
    pub fn labels(self, labels: &[impl ToString]) -> Self {
        Self(self.0.query_list("labels", labels))
    }

    /// A keyword.
    pub fn r#type(self, r#type: &str) -> Self {
        Self(self.0.query("type", r#type))
    }

    /// A secret, with which the response is not cached.
    pub fn draft_token(self, draft_token: &str) -> Self {
        Self(self.0.query("draftToken", draft_token))
    }

    /// Makes the output of the call the `known` of its answer. Call this last, because the returned
    /// type has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, bool> {
        ::stoa_client_core::Data::new(self, |body| body.known)
    }
}
