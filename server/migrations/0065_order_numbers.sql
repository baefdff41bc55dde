-- By what people name an order: eight characters in two groups, by chance and therefore no counter. Digits
-- and consonants without 0, 1 and L: nobody reads a 0 for an O, and no word comes about.
create function new_order_number() returns text language plpgsql volatile as $$
declare
  characters constant text := '23456789BCDFGHJKMNPQRSTVWXYZ';
  chance bytea;
  drawn text;
begin
  loop
    -- Of an identifier by chance some bits are not: two bytes of its digest choose each character.
    chance := sha256(uuid_send(gen_random_uuid()));
    drawn := '';
    for at in 0..7 loop
      drawn := drawn || substr(characters, 1 + (256 * get_byte(chance, 2 * at)
        + get_byte(chance, 2 * at + 1)) % 28, 1);
    end loop;
    drawn := substr(drawn, 1, 4) || '-' || substr(drawn, 5);
    exit when not exists (select from orders where number = drawn);
  end loop;
  return drawn;
end $$;

alter table orders add column number text
  check (number ~ '^[2-9BCDFGHJKMNP-TV-Z]{4}-[2-9BCDFGHJKMNP-TV-Z]{4}$');
create unique index orders_number on orders (number);
-- One by one, so that each sees those before it.
do $$
declare one uuid;
begin
  for one in select id from orders loop
    update orders set number = new_order_number() where id = one;
  end loop;
end $$;
alter table orders alter column number set default new_order_number(), alter column number set not null;
