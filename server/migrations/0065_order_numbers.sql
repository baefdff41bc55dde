-- By what people name an order: eight characters in two groups, by chance and therefore no counter. Digits
-- and consonants without 0, 1 and L: nobody reads a 0 for an O, and no word comes about.
create function drawn_order_number() returns text language plpgsql volatile as $$
declare
  characters constant text := '23456789BCDFGHJKMNPQRSTVWXYZ';
  -- Of an identifier by chance some bits are not: two bytes of its digest choose each character.
  chance constant bytea := sha256(uuid_send(gen_random_uuid()));
  drawn text := '';
begin
  for at in 0..7 loop
    drawn := drawn || substr(characters, 1 + (256 * get_byte(chance, 2 * at)
      + get_byte(chance, 2 * at + 1)) % 28, 1);
  end loop;
  return substr(drawn, 1, 4) || '-' || substr(drawn, 5);
end $$;

alter table orders add column number text
  check (number ~ '^[2-9BCDFGHJKMNP-TV-Z]{4}-[2-9BCDFGHJKMNP-TV-Z]{4}$');
-- Those of before in one statement, without an index to look into; what was drawn twice is drawn again.
update orders set number = drawn_order_number();
do $$
begin
  loop
    update orders set number = drawn_order_number() where id in (
      select id from (select id, row_number() over (partition by number order by id) as same
        from orders) counted where same > 1);
    exit when not found;
  end loop;
end $$;
create unique index orders_number on orders (number);

create function new_order_number() returns text language plpgsql volatile as $$
declare drawn text;
begin
  loop
    drawn := drawn_order_number();
    exit when not exists (select from orders where number = drawn);
  end loop;
  return drawn;
end $$;
alter table orders alter column number set default new_order_number(), alter column number set not null;
