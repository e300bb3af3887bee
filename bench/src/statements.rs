//! The same SQL through the same pool, without HTTP and without making types of the rows.
