-- Who bears a refund, and why it is given. A share says what is taken from whom; `platform` is what
-- the platform adds beyond its fee.
alter table refunds add column reason_code text check (reason_code in ('show_cancelled',
  'broadcast_error', 'complaint', 'platform_fault', 'viewer_connection', 'goodwill', 'duplicate', 'fraud'));
alter table refunds add column bearer text check (bearer in ('organizer', 'platform', 'half'));
-- Why somebody else bears it than the rule says.
alter table refunds add column bearer_reason text not null default '' check (length(bearer_reason) <= 300);
update refunds set bearer = case when return_fee then 'platform' else 'organizer' end,
  reason_code = case when return_fee then 'platform_fault' else 'show_cancelled' end,
  share = share || '{"platform": 0}' where share is not null;
update refund_lines set share = share || '{"platform": 0}';
alter table refunds drop column return_fee;
alter table refunds add constraint refunds_borne check (num_nonnulls(share, bearer, reason_code) in (0, 3));

-- Who began it: a person here, a rule of ours, somebody at the provider's own desk, a lost dispute.
alter table refunds add column origin text not null default 'person'
  check (origin in ('person', 'rule', 'provider', 'dispute'));
update refunds set origin = 'rule' where share is null;
-- The provider's own name for it, where it has one: it is booked once.
alter table refunds add column provider_object text;
create unique index refunds_provider_object on refunds (payment_id, provider_object)
  where provider_object is not null;
-- Administrators have heard that the provider cannot be asked.
alter table refunds add column told_at timestamptz;
-- `bounced`: it was done, and the buyer's bank has sent it back.
alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_state_check
  check (state in ('requested', 'done', 'failed', 'bounced'));

-- A buyer asks for their money back.
create table refund_requests (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id),
  reason text not null check (length(reason) between 1 and 500),
  state text not null default 'asked' check (state in ('asked', 'granted', 'refused')),
  asked_at timestamptz not null,
  -- The organizer wants administrators to grant it.
  recommended_by uuid references users (id),
  recommended_at timestamptz,
  -- Null when the money went back by itself: at the provider's desk, or by a rule.
  decided_by uuid references users (id),
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 500),
  check ((state = 'asked') = (decided_at is null))
);
create unique index refund_requests_one_open on refund_requests (order_id) where state = 'asked';
create index refund_requests_order on refund_requests (order_id, id desc);

-- The buyer's bank takes a payment back. States are those of the provider.
create table disputes (
  id uuid primary key default uuidv7(),
  provider text not null,
  provider_object text not null,
  payment_id uuid not null references payments (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('warning_needs_response', 'warning_under_review',
    'warning_closed', 'needs_response', 'under_review', 'won', 'lost')),
  -- How often the provider has moved money for it: what was read earlier is older.
  moves integer not null default 0,
  -- In the books already: what the provider holds, and what it took for its trouble.
  withdrawn bigint not null default 0,
  fee bigint not null default 0,
  respond_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  unique (provider, provider_object)
);
create index disputes_payment on disputes (payment_id);

alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check check (account in ('buyer',
  'organizer', 'platform_fee', 'platform_cost', 'tax', 'provider', 'refunds', 'disputes', 'payout'));

-- What a provider told is kept before it is understood, and says what came of it.
alter table provider_events add column id uuid not null default uuidv7() unique;
alter table provider_events add column state text not null default 'received'
  check (state in ('received', 'handled', 'kept', 'refused', 'failed'));
-- False: a mark of our own, for what was asked and not told.
alter table provider_events add column is_notice boolean not null default false;
alter table provider_events add column error text not null default '';
alter table provider_events alter column outcome set default '';
update provider_events set state = case when outcome = 'kept' then 'kept'
  when outcome like 'refused%' then 'refused' else 'handled' end,
  is_notice = outcome = 'kept';
create index provider_events_state on provider_events (state, received_at desc);

-- Who had a notice handled again.
create table provider_event_replays (
  id uuid primary key default uuidv7(),
  event_id uuid not null references provider_events (id),
  replayed_by uuid not null references users (id),
  replayed_at timestamptz not null,
  state text not null,
  error text not null default ''
);
create index provider_event_replays_event on provider_event_replays (event_id, id desc);

-- Since when a provider that is asked about a payment does not answer, and whether that was told.
alter table payments add column silent_since timestamptz;
alter table payments add column stuck_told_at timestamptz;
