import type { Asset, AssetState } from '#contract/assets.ts';
import type { Picture } from '#contract/media.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import type { ProductStatus } from '#contract/shared/product-kinds.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { assetCan, mayWork } from './assets.rules.ts';
import type { MediaFacts } from './encoding/index.ts';
import { pictureFrom } from './joined-picture.queries.ts';

/** Where an upload stands; `size` in bytes. */
export type Upload = {
  id: string;
  ownerId: string;
  state: AssetState;
  size: number;
  fileName: string;
  createdAt: string;
  /** Null until the file was looked into. */
  seconds: number | null;
};

/** An upload by its id, in any state; null when there is none. */
export async function findUpload(from: Db, id: string): Promise<Upload | null> {
  const row = await from
    .selectFrom('assets')
    .select(['id', 'owner_id as ownerId', 'state', 'size', 'file_name as fileName'])
    .select(['created_at as createdAt', 'seconds'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (row as Upload | undefined) ?? null;
}

/** Of these uploads, those that have not come to their end. */
export async function listUploading(from: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await from
    .selectFrom('assets')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '=', 'uploading')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** An upload of the actor's, or any for administrators; those of others do not exist. */
export async function getAsset(actor: Actor, id: string, from: Db = db()): Promise<Asset> {
  const row = await assets(from).where('a.id', '=', id).executeTakeFirst();
  const found = orRefuse(row);
  return assetFrom(orRefuse(mayWork(actor, { ownerId: found.owner_id }) ? found : null));
}

/** The uploads of the actor, the newest first. Two statements. */
export async function listAssets(
  actor: Actor,
  { page, size, q, state }: PageQuery & { state?: AssetState | undefined },
) {
  const wanted = sql<boolean>`a.owner_id = ${actor.id}
    ${state ? sql`and a.state = ${state}` : sql``}
    ${q ? sql`and plain_text(a.title) like ${likeOf(q)}` : sql``}`;
  const [rows, { total }] = await Promise.all([
    assets(db())
      .where(wanted)
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    db()
      .selectFrom('assets as a')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(wanted)
      .executeTakeFirstOrThrow(),
  ]);
  return { items: rows.map(assetFrom), total, page, size };
}

const likeOf = (q: string) => sql`'%' || plain_text(${q.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`;

const assets = (from: Db) =>
  from
    .selectFrom('assets as a')
    .leftJoin('images as i', 'i.id', 'a.poster_id')
    .select(['a.id', 'a.owner_id', 'a.title', 'a.file_name', 'a.size', 'a.state', 'a.playable'])
    .select(['a.step', 'a.progress', 'a.refusal', 'a.facts', 'a.seconds', 'a.renditions'])
    .select(['a.chapters', 'a.created_at'])
    .select(pictureFrom('i').as('poster'))
    .select(
      sql<Asset['captions']>`(select coalesce(jsonb_agg(jsonb_build_object(
          'language', c.language, 'cues', c.cues) order by c.language), '[]')
        from asset_captions c where c.asset_id = a.id)`.as('captions'),
    )
    .select(
      sql<{ slug: string; title: string; status: ProductStatus }[]>`(select
          coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'title', p.title,
            'status', p.status) order by p.id), '[]')
        from products p where p.asset_id = a.id)`.as('used_by'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof assets>['executeTakeFirstOrThrow']>>;

function assetFrom(row: Row): Asset {
  const { state, refusal } = row as Pick<Asset, 'state' | 'refusal'>;
  const facts = row.facts as MediaFacts | null;
  const { seconds, captions } = row;
  return {
    id: row.id,
    title: row.title,
    fileName: row.file_name,
    size: row.size,
    state,
    playable: row.playable,
    step: row.step as Asset['step'],
    progress: row.progress,
    refusal,
    kind: facts && (facts.video ? 'video' : 'audio'),
    seconds,
    renditions: (row.renditions as Asset['renditions']).map(({ name, width, height }) => ({
      ...{ name, width, height },
    })),
    poster: row.poster as Picture | null,
    captions,
    chapters: row.chapters as Asset['chapters'],
    createdAt: row.created_at,
    usedBy: row.used_by,
    can: assetCan({ state, refusal, seconds }, row.used_by),
  };
}

/** Are there captions of this asset in this language? */
export async function hasCaptions(
  from: Db,
  { id, language }: { id: string; language: string },
): Promise<boolean> {
  const row = await from
    .selectFrom('asset_captions')
    .select('language')
    .where('asset_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a player needs of an asset; null when it cannot be watched. */
export type PlayableAsset = {
  id: string;
  seconds: number;
  captions: string[];
  chapters: Asset['chapters'];
  hasStoryboard: boolean;
};

/** What a player shows of an asset that can be watched; null when it cannot be. One statement. */
export async function findPlayableAsset(from: Db, id: string): Promise<PlayableAsset | null> {
  const row = await from
    .selectFrom('assets as a')
    .select(['a.id', 'a.seconds', 'a.chapters'])
    .select(sql<boolean>`a.storyboard is not null`.as('hasStoryboard'))
    .select(
      sql<string[]>`array(select c.language from asset_captions c where c.asset_id = a.id
        order by c.language)`.as('captions'),
    )
    .where('a.id', '=', id)
    .where('a.playable', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, seconds: row.seconds ?? 0, chapters: row.chapters as Asset['chapters'] };
}
