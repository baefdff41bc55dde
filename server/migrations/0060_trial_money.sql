-- Paid while its provider was only being tried out: no money moved, and none of it is anybody's. Of what
-- was paid before this was noted, only the sandbox is known.
alter table payments add column is_trial boolean not null default false;
update payments set is_trial = true where provider = 'sandbox';
