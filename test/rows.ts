import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

// Rows by the hundred, straight into the tables: for benchmarks and for tests of the whole product,
// where making each by its endpoint would take longer than what is looked at.

/** `count` people with a token each; the tokens come back in order. */
export async function people(pool: pg.Pool, count: number, roles = '{USER}'): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await pool.query(
    `with made as (
       insert into users (email, password_digest, roles, approval, email_confirmed_at, terms_accepted_at, name, surname)
       select 'p' || n || '-' || $2 || '@bench.example', '', $1::text[], 'approved', now(), now(), 'Person', n::text
       from generate_series(1, $3) n returning id)
     insert into auth_tokens (digest, user_id, created_at, last_used_at, expires_at)
     select d, m.id, now(), now(), now() + interval '1 day'
     from (select id, row_number() over () n from made) m
     join unnest($4::bytea[]) with ordinality as t (d, n) on t.n = m.n`,
    [
      roles,
      randomBytes(4).toString('hex'),
      count,
      tokens.map((token) => createHash('sha256').update(token).digest()),
    ],
  );
  return tokens;
}

/** Published channels and shows with a picture row and two sessions each; answers the slugs. */
export async function shows(
  pool: pg.Pool,
  {
    count,
    capacity = null,
    status = 'published',
  }: { count: number; capacity?: number | null; status?: string },
): Promise<string[]> {
  const { rows } = await pool.query<{ slug: string }>(
    `with owner as (
       insert into users (email, password_digest, roles, approval, email_confirmed_at, terms_accepted_at)
       values ('owner-' || gen_random_uuid() || '@bench.example', '', '{USER,PRODUCER}', 'approved', now(), now()) returning id),
     image as (
       insert into images (owner_id, width, height, widths) select id, 1100, 650, '{320,640,1100}' from owner returning id),
     channel as (
       insert into channels (owner_id, title, slug, state, business_name, logo_id)
       select owner.id, 'Bench channel', 'bench-' || substr(gen_random_uuid()::text, 1, 8), 'published', 'Bench', image.id from owner, image returning id),
     made as (
       insert into products (channel_id, type, status, title, slug, short_description, description, net, tax_rate, tax, total, image_id, published_at, tags)
       select channel.id, 'broadcast', $2, 'An evening with number ' || n, 'show-' || n || '-' || substr(gen_random_uuid()::text, 1, 8),
         'A short description of a show that is worth seeing, number ' || n || '.', repeat('<p>A paragraph about the show and those who play in it.</p>', 6),
         1000, 2100, 210, 1210, image.id, now() - n * interval '1 minute', '{music,live}'
       from channel, image, generate_series(1, $1) n returning id, slug)
     , sessions as (
       insert into product_sessions (product_id, starts_at, capacity)
       select id, now() + (d || ' days')::interval, $3 from made, generate_series(2, 3) d)
     select slug from made`,
    [count, status, capacity],
  );
  return rows.map(({ slug }) => slug);
}
