create table site_config (
  only_row boolean primary key default true check (only_row),
  approve_users boolean not null default false,
  type_tag boolean not null default false,
  free_tag boolean not null default false,
  coupons boolean not null default false,
  moderated_chat boolean not null default false,
  languages boolean not null default true,
  notifications boolean not null default true,
  currencies boolean not null default false,
  timezones boolean not null default true,
  updated_at timestamptz,
  updated_by uuid references users (id)
);
insert into site_config default values;
