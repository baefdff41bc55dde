-- The end of what is paid of which its person was told that it renews then.
alter table subscriptions add column announced_until timestamptz;

-- A card that its owner gives to a provider to be kept, without paying: what it is for knows who asked.
create table card_setups (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  subject_id uuid not null,
  provider text not null,
  -- The provider's own name for it, and where the person gives the card.
  object text not null default '',
  place_url text not null default '',
  state text not null default 'open' check (state in ('open', 'kept', 'declined', 'over')),
  created_at timestamptz not null
);
create index card_setups_subject on card_setups (subject_id, id desc);
create index card_setups_open on card_setups (created_at) where state = 'open';
create index card_setups_user on card_setups (user_id);

-- What is kept comes of a payment, or of a card that was given without one.
alter table kept_means alter column payment_id drop not null;
alter table kept_means add column setup_id uuid unique references card_setups (id);
alter table kept_means add check (num_nonnulls(payment_id, setup_id) = 1);
