-- What runs inside transactions, or every few minutes, finds its rows without reading all of them.
create index playbacks_open_login on playbacks (auth_digest) where ended_at is null;
create index playbacks_open_user on playbacks (user_id) where ended_at is null;
create index tickets_order on tickets (order_id);
create index provider_events_received on provider_events (received_at desc);
create index provider_events_payment on provider_events (payment_id);
-- The sales of the whole house, newest first.
create index orders_all_paid on orders (paid_at desc, id desc) where paid_at is not null;

-- A refund that is asked for again under the same key is the same refund.
alter table refunds add column idempotency_key text check (length(idempotency_key) between 8 and 255);
alter table refunds add column request_digest bytea;
alter table refunds add check ((idempotency_key is null) = (request_digest is null));
create unique index refunds_one_request on refunds (requested_by, idempotency_key);
-- When the provider was last asked: whoever waited longest is next.
alter table refunds add column asked_at timestamptz;
update refunds set asked_at = requested_at;
alter table refunds alter column asked_at set not null;
create index refunds_waiting on refunds (asked_at) where state = 'requested';

-- A later number never bears an earlier day, however long its payment waited for the series.
alter table invoice_series add column last_issued_at timestamptz;
update invoice_series s set last_issued_at = (select max(i.issued_at) from invoices i
  where i.issuer_id = s.issuer_id and i.year = s.year and i.kind = s.kind);

-- What an hour beyond those included adds in other currencies, and what a private product costs in
-- them: in the proportion that the amounts in euro have.
alter table fee_fixed_amounts add column extra_hour_amount bigint not null default 0
  check (extra_hour_amount >= 0);
update fee_fixed_amounts set extra_hour_amount = amount where plan = 'live';
insert into fee_fixed_amounts (plan, currency, valid_from, amount, extra_hour_amount)
  select 'private', currency, valid_from, round(amount * 195 / 45.0), round(amount * 29 / 45.0)
  from fee_fixed_amounts where plan = 'live';
