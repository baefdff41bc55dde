import { hiddenOfRow } from '#server/catalog/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** One public page with its pictures, as lists for search engines name it. */
export type Listed = { id: string; path: string; changedAt: string; picture: string | null };
export const listedKinds = ['products', 'channels'] as const;
export type ListedKind = (typeof listedKinds)[number];

/** Four addresses a page (one a language, one for all), 50,000 addresses a file at most. */
export const pagesPerPart = 10_000;
const rowsAtOnce = 1000;

/** The widest JPEG of a joined picture. */
const pictureOf = (images: string) =>
  sql<string | null>`'/images/' || ${sql.ref(`${images}.id`)} || '/' ||
    ${sql.ref(`${images}.widths`)}[array_upper(${sql.ref(`${images}.widths`)}, 1)] || '.jpg'`;

const products = (db: Db) =>
  db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .select(['p.id as id', 'p.updated_at as changedAt', pictureOf('i').as('picture')])
    .select(sql<string>`'/products/' || p.slug`.as('path'))
    .where('p.status', '=', 'published')
    .where(sql<boolean>`not ${hiddenOfRow()}`)
    .where('c.state', '=', 'published');

const channels = (db: Db) =>
  db
    .selectFrom('channels as c')
    .leftJoin('images as i', (join) =>
      join.on('i.id', '=', sql<string>`coalesce(c.cover_image_id, c.logo_id)`),
    )
    .select(['c.id as id', 'c.state_changed_at as changedAt', pictureOf('i').as('picture')])
    .select(sql<string>`'/channels/' || c.slug`.as('path'))
    .where('c.state', '=', 'published');

const nextRows = (db: Db, kind: ListedKind, after: string | null): Promise<Listed[]> =>
  kind === 'products'
    ? products(db)
        .$if(after !== null, (query) => query.where('p.id', '>', after ?? ''))
        .orderBy('p.id')
        .limit(rowsAtOnce)
        .execute()
    : channels(db)
        .$if(after !== null, (query) => query.where('c.id', '>', after ?? ''))
        .orderBy('c.id')
        .limit(rowsAtOnce)
        .execute();

/** The pages after an id, a thousand rows at a time, `pagesPerPart` of them at most. */
export async function* listPart(
  db: Db,
  kind: ListedKind,
  after: string | null,
): AsyncGenerator<Listed> {
  let last = after;
  for (let listed = 0; listed < pagesPerPart; listed += rowsAtOnce) {
    const rows = await nextRows(db, kind, last);
    yield* rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)?.id ?? null;
  }
}

export type Part = { kind: ListedKind; number: number; after: string | null; changedAt: string };

/** The parts that it takes to name every public page of a kind, none when there is no page. */
export async function listParts(db: Db, kind: ListedKind): Promise<Part[]> {
  const all = kind === 'products' ? products(db) : channels(db);
  const { rows } = await sql<{ last: string; changed_at: string }>`
    select distinct on (part) last_value(id) over whole as last, max("changedAt") over whole as changed_at
    from (select id, "changedAt", (row_number() over (order by id) - 1) / ${pagesPerPart}::int as part
      from (${all}) pages) numbered
    window whole as (partition by part order by id rows between unbounded preceding and unbounded following)
    order by part`.execute(db);
  return rows.map((row, index) => ({
    kind,
    number: index + 1,
    after: rows[index - 1]?.last ?? null,
    changedAt: row.changed_at,
  }));
}
