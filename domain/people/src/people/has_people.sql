select exists (select true from people person)
