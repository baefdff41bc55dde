-- One row: who takes the payments of this site. Secrets are sealed (platform/secrets.ts).
create table media_pay (
  only_row boolean primary key default true check (only_row),
  redsys_url text not null default '',
  redsys_merchant text not null default '',
  redsys_terminal text not null default '',
  redsys_currency text not null default 'EUR',
  redsys_version text not null default 'HMAC_SHA512_V2'
    check (redsys_version in ('HMAC_SHA256_V1', 'HMAC_SHA512_V2')),
  redsys_key bytea,
  stripe_public_key text not null default '',
  stripe_secret_key bytea,
  stripe_signing_key bytea,
  updated_by uuid references users (id),
  updated_at timestamptz
);
insert into media_pay default values;

-- What the provider calls its side of the payment, and where the buyer goes to pay.
alter table payments add column provider_object text not null default '';
alter table payments add column place jsonb;

-- A refund at Redsys cannot be asked twice without being done twice: what was asked is kept first.
create table redsys_refunds (
  refund_key text primary key,
  provider_reference text not null,
  amount bigint not null check (amount > 0),
  state text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  answer text not null default '',
  asked_at timestamptz not null
);
