-- Whose site it was when papers were issued, and how it looked: neither another name nor another logo
-- changes a paper of before.
create table if not exists letterheads (
  id uuid primary key default uuidv7(),
  digest text not null unique,
  look jsonb not null,
  picture bytea,
  kept_at timestamptz not null default now()
);
drop trigger if exists letterheads_fixed on letterheads;
create trigger letterheads_fixed before update or delete on letterheads
  for each row execute function refuse_change();
drop trigger if exists letterheads_kept on letterheads;
create trigger letterheads_kept before truncate on letterheads
  for each statement execute function refuse_change();

-- Null: issued before heads were kept; it wears the oldest.
alter table invoices add column if not exists letterhead_id uuid references letterheads (id);
