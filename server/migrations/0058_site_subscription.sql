-- The subscription to the whole site: it has no channel, and its orders are the platform's own.
alter table orders alter column channel_id drop not null;

-- Papers without a channel are issued by whoever runs the site, in a series of their own.
alter table invoice_series drop constraint invoice_series_pkey;
alter table invoice_series alter column issuer_id drop not null;
alter table invoice_series add unique nulls not distinct (issuer_id, year, kind);
alter table invoices alter column issuer_id drop not null;
alter table invoices drop constraint invoices_issuer_id_year_kind_number_key;
alter table invoices add unique nulls not distinct (issuer_id, year, kind, number);

-- What the platform sells itself: no organizer's, and no fee.
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('buyer',
  'organizer', 'platform_fee', 'platform_cost', 'tax', 'provider', 'refunds', 'disputes', 'payout',
  'donation', 'support', 'platform'));

-- Channels are followed by the month; the site by the month, by the year, or for good. What is for good
-- is paid until a day that never comes.
alter table subscriptions alter column channel_id drop not null;
alter table subscriptions add column term text not null default 'month'
  check (term in ('month', 'year', 'once'));
alter table subscriptions add check (channel_id is null or term = 'month');

-- One that lives per person and channel, the site being one of them; one order on its way for each.
drop index subscriptions_one_living;
create unique index subscriptions_one_living on subscriptions (user_id, channel_id)
  nulls not distinct where state <> 'ended';
drop index order_lines_one_month;
create unique index order_lines_one_month on order_lines (buyer_id, (details->>'channelId'))
  nulls not distinct where is_pending and kind = 'subscription';

-- What organizers let the subscription to the site open. What has no row is not opened by it.
create table site_marks (
  product_id uuid primary key references products (id) on delete cascade,
  marked_at timestamptz not null
);
