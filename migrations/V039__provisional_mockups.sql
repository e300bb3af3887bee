-- Mock-ups that were drawn on white, because the photo of the product could not be loaded. Servers of the previous
-- release ignore the column.

-- When a job draws the mock-up again. Null if the mock-up is final.
alter table design_drawings add column mockup_due_at timestamptz(3);

create index design_drawings_by_mockup_due on design_drawings (site_id, mockup_due_at)
    where mockup_due_at is not null;
