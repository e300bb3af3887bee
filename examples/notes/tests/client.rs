//! The generated client calls the handlers over HTTP.

use std::collections::BTreeMap;

use notes_client::forms::NewFile;
use notes_client::types::{Color, File, NewNote, NoteChange};
use notes_client::{Client, DeleteNoteReason, Error, FilePart};
use stoa_runtime::{Limits, Stop, serve};
use tokio::net::TcpListener;

/// Starts a server and returns its address.
async fn start() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, notes::router(), Limits::default(), Stop::new()));
    format!("http://{address}")
}

#[tokio::test]
async fn a_note_from_its_creation_to_its_end() -> Result<(), Error> {
    let address = start().await;
    let person = Client::with_person(&address, notes::TOKEN)?;
    let labels = BTreeMap::from([("shop".to_owned(), "Dairy".to_owned())]);

    let new = NewNote::builder().text("Buy milk").color(Color::Yellow);
    let new = new.labels(labels.clone()).build();
    let note = person.create_note(&new).await?.into_body();
    assert_eq!((note.text.as_str(), &note.color), ("Buy milk", &Some(Color::Yellow)));

    let change = NoteChange::builder().text("Buy oat milk").color(None).build();
    let note = person.update_note(note.id, &change).await?.into_body();
    assert_eq!((note.text.as_str(), &note.color, &note.labels), ("Buy oat milk", &None, &labels));

    let file = FilePart::new("milk.png", "image/png", vec![0; 2048]);
    let form = NewFile::builder().file(file).caption("Oat milk").build();
    let note = person.attach_file(note.id, form).await?.into_body();
    let Some(File::Picture(picture)) = &note.file else { panic!("a note without a picture") };
    assert_eq!((picture.bytes, picture.caption.as_deref()), (2048, Some("Oat milk")));

    let program = Client::with_program(&address, notes::KEY)?;
    assert_eq!(program.get_note(note.id).await?.into_body(), note);

    person.delete_note(note.id).await?;
    let refused = person.delete_note(note.id).await.unwrap_err();
    assert_eq!(refused.reason(), Some(DeleteNoteReason::NoNote));
    assert_eq!(refused.message(), Some("There is no such note"));
    Ok(())
}

#[tokio::test]
async fn a_program_only_reads() -> Result<(), Error> {
    let program = Client::with_program(&start().await, notes::KEY)?;
    let new = NewNote::builder().text("Buy milk").build();
    let refused = program.create_note(&new).await.unwrap_err();
    assert_eq!(refused.status().map(|status| status.as_u16()), Some(401));
    Ok(())
}

#[tokio::test]
async fn a_list_page_by_page() -> Result<(), Error> {
    let address = start().await;
    let person = Client::with_person(&address, notes::TOKEN)?;
    for (text, color) in [("Milk", Color::Green), ("Bread", Color::Blue), ("Tea", Color::Green)] {
        person.create_note(&NewNote::builder().text(text).color(color).build()).await?;
    }

    let mut texts = Vec::new();
    let mut notes = Client::with_program(&address, notes::KEY)?.list_notes().limit(1).all();
    while let Some(note) = notes.next().await {
        texts.push(note?.text);
    }
    assert_eq!(texts, ["Milk", "Bread", "Tea"]);

    let green = person.list_notes().color(Color::Green).await?.into_body();
    assert_eq!(green.notes.len(), 2);
    assert_eq!(green.next, None);
    Ok(())
}
