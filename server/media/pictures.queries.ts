import type { Picture } from '#contract/media.ts';
import type { Db } from '#server/platform/database/index.ts';

/** The pictures of these ids by id, in one query; nulls and unknown ids are left out. */
export async function picturesByIds(
  db: Db,
  ids: readonly (string | null)[],
): Promise<Map<string, Picture>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('images')
    .select(['id', 'width', 'height', 'widths', 'placeholder'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
