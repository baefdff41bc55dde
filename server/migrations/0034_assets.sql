-- An uploaded video or audio file and everything that is made of it.
create table assets (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id),
  state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed')),
  title text not null check (length(title) between 1 and 160),
  file_name text not null check (length(file_name) between 1 and 255),
  -- Bytes of the file, as declared before the first of them comes.
  size bigint not null check (size > 0),
  -- The first rendition is there; the others follow.
  playable boolean not null default false,
  step text check (step in ('first', 'ladder', 'storyboard', 'poster', 'loudness')),
  -- Percent of all the work.
  progress smallint not null default 0 check (progress between 0 and 100),
  refusal text,
  -- Runs that began without coming to an end; the next one is not before then.
  attempts smallint not null default 0,
  next_try_at timestamptz,
  seconds double precision,
  facts jsonb,
  renditions jsonb not null default '[]',
  storyboard jsonb,
  chapters jsonb not null default '[]',
  poster_id uuid references images (id),
  -- What its files take in storage, the uploaded one apart.
  bytes bigint,
  created_at timestamptz not null default now(),
  received_at timestamptz,
  ready_at timestamptz,
  check ((state = 'failed') = (refusal is not null)),
  check (not playable or seconds is not null),
  check ((state = 'uploading') = (received_at is null))
);
create index assets_owner on assets (owner_id, id desc);
create index assets_waiting on assets (next_try_at) where state = 'processing';
create index assets_unfinished on assets (created_at) where state = 'uploading';

create table asset_captions (
  asset_id uuid not null references assets (id) on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}(-[a-z0-9]{2,8})?$'),
  cues integer not null check (cues > 0),
  created_at timestamptz not null default now(),
  primary key (asset_id, language)
);

alter table products add column asset_id uuid references assets (id);
create index products_asset on products (asset_id) where asset_id is not null;
