-- An organizer's own advertising on the page of a product: shown when picture, text and link are there.
alter table products
  add column banner_image_id uuid references images (id),
  add column banner_alt text not null default '' check (length(banner_alt) <= 160),
  add column banner_url text not null default '' check (banner_url = '' or banner_url like 'https://%');
