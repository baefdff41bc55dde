-- For a tax agency an invoice is its issuer's tax id and its number. Channels may share a tax id, and whoever
-- has one issues papers elsewhere too: every channel has a mark of its own in its numbers, one for each tax
-- id under which it sells, which says nothing of anybody else.
create table invoice_marks (
  mark text primary key check (mark ~ '^[A-Z]{4,8}$'),
  -- Null: whoever runs the site.
  issuer_id uuid references channels (id),
  country text not null,
  -- As registers write it.
  tax_id text not null,
  unique nulls not distinct (issuer_id, country, tax_id)
);
create trigger invoice_marks_fixed before update or delete on invoice_marks
  for each row execute function refuse_change();
create trigger invoice_marks_kept before truncate on invoice_marks
  for each statement execute function refuse_change();

-- Full, simplified and rectifying papers are numbered apart. The counters of before end where they are.
drop table invoice_series;
create table invoice_series (
  mark text not null references invoice_marks (mark),
  year integer not null,
  series text not null check (series in ('full', 'simplified', 'rectifying')),
  last_number integer not null check (last_number > 0),
  last_issued_at timestamptz not null,
  primary key (mark, year, series)
);

-- Null on invoices of before alone.
alter table invoices add column mark text references invoice_marks (mark);
alter table invoices add column series text check (series in ('full', 'simplified', 'rectifying'));
alter table invoices add constraint invoices_marked check (mark is not null and series is not null) not valid;
alter table invoices drop constraint invoices_issuer_id_year_kind_number_key;
create unique index invoices_number_of_before on invoices (issuer_id, year, kind, number)
  nulls not distinct where mark is null;
create unique index invoices_number on invoices (mark, year, series, number) where mark is not null;

-- Records of before may say a number twice, and are told by the check of records; none does from now on.
alter table invoice_records add column is_marked boolean not null default false;
alter table invoice_records alter column is_marked set default true;
create unique index invoice_records_number on invoice_records (tax_id, number) where is_marked;
