-- What was marked once can be thrown away as a draft like any other.
alter table subscription_marks drop constraint subscription_marks_product_id_fkey;
alter table subscription_marks add constraint subscription_marks_product_id_fkey
  foreign key (product_id) references products (id) on delete cascade;
