import type { Picture } from '#contract/media.ts';
import { sql } from '#server/platform/database/index.ts';

/** A joined row of `images` as one value; null when the join found none. */
export const pictureFrom = (images: string) =>
  sql<Picture | null>`case when ${sql.ref(`${images}.id`)} is not null then jsonb_build_object(
    'id', ${sql.ref(`${images}.id`)}, 'width', ${sql.ref(`${images}.width`)},
    'height', ${sql.ref(`${images}.height`)}, 'widths', ${sql.ref(`${images}.widths`)},
    'placeholder', ${sql.ref(`${images}.placeholder`)}) end`;
