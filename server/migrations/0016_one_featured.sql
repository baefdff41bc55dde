-- The home page shows one product and one channel first. Two administrators who chose at the same
-- instant could each leave one behind: the later choice is kept.
update products set featured = false
where featured and id <> (select max(id::text)::uuid from products where featured);
create unique index products_one_featured on products (featured) where featured;

update channels set featured = false
where featured and id <> (select max(id::text)::uuid from channels where featured);
create unique index channels_one_featured on channels (featured) where featured;
