-- What Spain wants kept of every invoice (Real Decreto 1007/2023, Orden HAC/1177/2024): a record each,
-- linked to the one before by its hash, one chain per tax id. Invoices of before have none.
create table invoice_chains (
  -- As registers write it: capitals, no signs between.
  tax_id text primary key,
  length integer not null default 0 check (length >= 0),
  last_hash text not null default '',
  last_at timestamptz
);

create table invoice_records (
  invoice_id uuid primary key references invoices (id),
  tax_id text not null references invoice_chains (tax_id),
  position integer not null check (position > 0),
  -- The texts over which the hash is made, as they went into it.
  number text not null check (length(number) between 1 and 60),
  issued_on text not null,
  type text not null check (type in ('F1', 'F2', 'R1', 'R5')),
  tax text not null,
  total text not null,
  previous_hash text not null,
  recorded_at text not null,
  hash text not null check (hash ~ '^[0-9A-F]{64}$'),
  -- What the code on the paper says, and whether the paper promises that the tax agency knows of it.
  qr text not null,
  is_verifiable boolean not null,
  unique (tax_id, position),
  -- A chain has no fork: two records never follow the same one.
  unique (tax_id, previous_hash)
);
create trigger invoice_records_fixed before update or delete on invoice_records
  for each row execute function refuse_change();
create trigger invoice_records_kept before truncate on invoice_records
  for each statement execute function refuse_change();
