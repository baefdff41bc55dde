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

-- What was chosen before was kept by its name in some language.
update products set categories = array(
    select coalesce(key, category)
    from unnest(categories) with ordinality as kept (category, place)
    left join (values ('music', 'music'), ('musica', 'music'),
      ('theatre', 'theatre'), ('teatro', 'theatre'),
      ('dance', 'dance'), ('danza', 'dance'), ('danca', 'dance'),
      ('comedy', 'comedy'), ('comedia', 'comedy'),
      ('talk', 'talk'), ('charla', 'talk'), ('palestra', 'talk'),
      ('workshop', 'workshop'), ('taller', 'workshop'), ('oficina', 'workshop'),
      ('sport', 'sport'), ('deporte', 'sport'), ('esporte', 'sport'),
      ('family', 'family'), ('familiar', 'family'), ('familia', 'family')) as known (word, key)
      on word = plain_text(category)
    group by coalesce(key, category) order by min(place))
  where cardinality(categories) > 0;

alter table products alter column search_text set expression as (
  plain_text(title || ' ' || short_description || ' ' || production || ' '
    || immutable_words(tags) || ' ' || category_words(categories)));
