//! The handlers of the notes API. They keep the notes in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use notes_server::notes::{
    AttachFile, CreateNote, DeleteNote, GetNote, ListNotes, NotesApi, UpdateNote,
};
use notes_server::{Authenticate, PersonCredentials, PersonOrProgramCredentials};
use notes_types::{File, Note, NoteList, OtherFile, Picture};
use stoa_runtime::{
    ApiKey, Bearer, Credential, Documents, Error, NotFound, Operation, RequestContext, Router,
    Unauthorized,
};

/// The only person's token, and the only program's key.
pub const TOKEN: &str = "a-token";
pub const KEY: &str = "a-key";

const NO_NOTE: NotFound = NotFound("There is no such note");
const NO_CREDENTIAL: Unauthorized = Unauthorized("Send a valid token or key");

#[derive(Default)]
pub struct Notes(Mutex<BTreeMap<i64, Note>>);

/// A caller that may write.
pub struct Person;

/// The API as a service, under `/api`.
pub fn router() -> Router {
    let routes = notes_server::routes(&Arc::new(Notes::default()));
    Router::new(routes.nest(notes_server::BASE_PATH)).expect("the document's routes fit together")
}

impl Authenticate for Notes {
    type Person = Person;
    type PersonOrProgram = ();

    async fn person<Op: Operation + Documents<401>>(
        &self,
        credentials: PersonCredentials<'_>,
        _: RequestContext<'_>,
    ) -> Result<Person, Error<Op>> {
        match credentials.token {
            Credential::Given(Bearer(TOKEN)) => Ok(Person),
            _ => Err(NO_CREDENTIAL)?,
        }
    }

    async fn person_or_program<Op: Operation + Documents<401>>(
        &self,
        credentials: PersonOrProgramCredentials<'_>,
        _: RequestContext<'_>,
    ) -> Result<(), Error<Op>> {
        match (credentials.token, credentials.key) {
            (Credential::Given(Bearer(TOKEN)), _) | (_, Credential::Given(ApiKey(KEY))) => Ok(()),
            _ => Err(NO_CREDENTIAL)?,
        }
    }
}

impl NotesApi for Notes {
    async fn list_notes(&self, (): (), request: ListNotes) -> Result<NoteList, Error<ListNotes>> {
        let after: i64 = request.cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
        let limit = usize::try_from(request.limit)?;
        let notes = self.notes();
        let of_color = |note: &&Note| request.color.is_none() || note.color == request.color;
        let mut page: Vec<Note> = notes
            .range(after + 1..)
            .map(|(_, note)| note)
            .filter(of_color)
            .take(limit + 1)
            .cloned()
            .collect();
        let next = (page.len() > limit).then(|| page[limit - 1].id.to_string());
        page.truncate(limit);
        Ok(NoteList { notes: page, next })
    }

    async fn create_note(&self, _: Person, request: CreateNote) -> Result<Note, Error<CreateNote>> {
        let mut notes = self.notes();
        let id = notes.last_key_value().map_or(0, |(id, _)| *id) + 1;
        let new = request.body;
        let labels = new.labels.unwrap_or_default();
        let note = Note { id, text: new.text, color: new.color, labels, file: None };
        notes.insert(id, note.clone());
        Ok(note)
    }

    async fn get_note(&self, (): (), request: GetNote) -> Result<Note, Error<GetNote>> {
        Ok(self.notes().get(&request.id).cloned().ok_or(NO_NOTE)?)
    }

    async fn update_note(&self, _: Person, request: UpdateNote) -> Result<Note, Error<UpdateNote>> {
        let mut notes = self.notes();
        let note = notes.get_mut(&request.id).ok_or(NO_NOTE)?;
        let change = request.body;
        note.text = change.text.unwrap_or(note.text.clone());
        note.color = change.color.unwrap_or(note.color.clone());
        note.labels = change.labels.unwrap_or(note.labels.clone());
        Ok(note.clone())
    }

    async fn delete_note(&self, _: Person, request: DeleteNote) -> Result<(), Error<DeleteNote>> {
        self.notes().remove(&request.id).ok_or(NO_NOTE)?;
        Ok(())
    }

    async fn attach_file(&self, _: Person, request: AttachFile) -> Result<Note, Error<AttachFile>> {
        let AttachFile { id, mut file, caption } = request;
        let mut bytes = 0;
        while let Some(chunk) = file.chunk().await? {
            bytes += i64::try_from(chunk.len())?;
        }
        let mut notes = self.notes();
        let note = notes.get_mut(&id).ok_or(NO_NOTE)?;
        let name = file.filename;
        note.file = Some(match name.ends_with(".png") {
            true => File::Picture(Picture { name, bytes, caption }),
            false => File::Other(OtherFile { name, bytes }),
        });
        Ok(note.clone())
    }
}

impl Notes {
    fn notes(&self) -> MutexGuard<'_, BTreeMap<i64, Note>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
