-- What the buyer's receipt and the bank's own books show of a card.
alter table payments add column last_four text not null default '' check (last_four ~ '^(\d{4})?$');
alter table sandbox_charges add column last_four text not null default '' check (last_four ~ '^(\d{4})?$');
alter table sandbox_charges add column order_id uuid;
alter table sandbox_charges add column failure text not null default '';
-- A charge whose notice is never sent: the reconciler must find it.
alter table sandbox_charges add column silent boolean not null default false;
create index payments_unsettled on payments (created_at) where state in ('open', 'confirming');

-- What the sandbox bank gave back; the key makes a repeated request the same refund.
create table sandbox_refunds (
  refund_key text primary key,
  reference text not null references sandbox_charges (reference),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);

-- The order's one product: the database lets a buyer have one pending order for it.
alter table orders add column product_id uuid references products (id);
create unique index orders_one_pending on orders (buyer_id, product_id) where state = 'pending';

-- Refunds that the rules demand (money for an order that had expired) are asked by nobody.
alter table refunds alter column requested_by drop not null;
alter table refunds add column payment_id uuid references payments (id);
alter table refunds add column return_fee boolean not null default false;
-- Organizer's part, tax, and fee of a refund, fixed when it is asked for.
alter table refunds add column share jsonb;

-- Which of the two papers it is: the short one may leave out the buyer up to 400 EUR.
alter table invoices add column form text not null default 'full' check (form in ('simplified', 'full'));

-- Invoice numbers per year are looked up by list screens.
create index orders_paid on orders (channel_id, paid_at desc) where paid_at is not null;

-- The fixed part of the fee in other currencies, by the day from which it holds: never a live rate,
-- so that a fee can be worked out again. A currency that is missing pays the share alone.
create table fee_fixed_amounts (
  plan text not null references fee_plans (plan),
  currency text not null,
  valid_from date not null,
  amount bigint not null check (amount >= 0),
  primary key (plan, currency, valid_from)
);
insert into fee_fixed_amounts (plan, currency, valid_from, amount) values
  ('live', 'USD', '2026-01-01', 50), ('live', 'GBP', '2026-01-01', 40),
  ('live', 'CHF', '2026-01-01', 45), ('live', 'CAD', '2026-01-01', 70),
  ('live', 'AUD', '2026-01-01', 75), ('live', 'SEK', '2026-01-01', 500),
  ('live', 'NOK', '2026-01-01', 500), ('live', 'DKK', '2026-01-01', 335),
  ('live', 'PLN', '2026-01-01', 195), ('live', 'BRL', '2026-01-01', 280),
  ('live', 'MXN', '2026-01-01', 950), ('live', 'ARS', '2026-01-01', 70000),
  ('live', 'CLP', '2026-01-01', 480), ('live', 'COP', '2026-01-01', 200000),
  ('live', 'JPY', '2026-01-01', 75), ('live', 'KWD', '2026-01-01', 150);
