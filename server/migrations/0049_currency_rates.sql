-- What one euro is in another currency, in millionths, as administrators entered it. Rows are added and
-- never changed: the last one of a currency holds, without a rate it has none any more.
create table currency_rates (
  id uuid primary key default uuidv7(),
  currency text not null check (currency <> 'EUR'),
  millionths bigint check (millionths between 10000 and 10000000000000),
  -- The day of which the rate is; a file may be older than its entry.
  day date not null,
  source text not null check (source in ('typed', 'ecb', 'removed')),
  entered_by uuid not null references users (id),
  entered_at timestamptz not null,
  check ((millionths is null) = (source = 'removed'))
);
create index currency_rates_newest on currency_rates (currency, id desc);
