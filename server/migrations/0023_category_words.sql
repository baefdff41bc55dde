-- Known categories are kept by key, and found by their name in every language. The names stand in the
-- catalogues of the web; test/category-words.test.ts holds both against each other.
create function category_words(categories text[]) returns text
  language sql immutable parallel safe as $$
  select coalesce(string_agg(category || case lower(category)
      when 'music' then ' música'
      when 'theatre' then ' theater teatro'
      when 'dance' then ' danza dança'
      when 'comedy' then ' comedia comédia'
      when 'talk' then ' charla palestra'
      when 'workshop' then ' taller oficina'
      when 'sport' then ' deporte esporte'
      when 'family' then ' familiar família'
      else '' end, ' '), '')
    from unnest(categories) as category $$;

-- What was chosen before was kept by its name.
update products set categories = array(
    select case plain_text(category)
      when 'musica' then 'music'
      when 'teatro' then 'theatre'
      when 'danza' then 'dance' when 'danca' then 'dance'
      when 'comedia' then 'comedy'
      when 'charla' then 'talk' when 'palestra' then 'talk'
      when 'taller' then 'workshop' when 'oficina' then 'workshop'
      when 'deporte' then 'sport' when 'esporte' then 'sport'
      when 'familiar' then 'family' when 'familia' then 'family'
      else category end
    from unnest(categories) with ordinality as kept (category, place) order by place)
  where cardinality(categories) > 0;

alter table products alter column search_text set expression as (
  plain_text(title || ' ' || short_description || ' ' || production || ' '
    || immutable_words(tags) || ' ' || category_words(categories)));
