create table images (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users (id),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Widths that were made, ascending: {320,640,1100}. Files: images/{id}/{width}.{webp,avif,jpg}
  widths integer[] not null,
  -- A tiny blurred picture as data URL, shown while the real one loads.
  placeholder text not null default '',
  created_at timestamptz not null default now()
);
create index images_owner on images (owner_id);
alter table users add foreign key (avatar_id) references images (id);
