-- Under which key a draft was made: asked again after a lost answer, the same draft is answered.
alter table products add column creation_key text;
alter table products add constraint products_creation_key unique (creation_key);
