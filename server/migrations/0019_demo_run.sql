-- The demonstration is made once, over many steps: what was begun and not finished is gone on with.
create table demo_run (
  is_only boolean primary key default true check (is_only),
  begun_at timestamptz not null,
  finished_at timestamptz
);
