import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { mediaContract, picturesADay } from '#contract/media.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { storage } from '#server/platform/storage/index.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { anUpload, aPicture, aPictureFile } from '#test/factories/media.ts';
import { aShow } from '#test/factories/player.ts';
import { refusal } from '#test/story.ts';
import { cleanPictures } from './clean-pictures.ts';
import { drawInTurn } from './draw-in-turn.ts';
import { keepPicture } from './index.ts';

const later = (hours: number) => useClock(Temporal.Now.instant().add({ hours }));
afterEach(() => useClock(null));

/** So many pictures that this person uploaded an hour ago, as rows alone. */
async function earlierPictures({ id }: Someone, count: number): Promise<void> {
  const created_at = Temporal.Now.instant().subtract({ hours: 1 }).toString();
  const shape = { width: 10, height: 10, widths: [10], placeholder: '' };
  const row = { owner_id: id, ...shape, created_at };
  await db()
    .insertInto('images')
    .values(Array.from({ length: count }, () => row))
    .execute();
}

const hasFiles = async (id: string) => (await storage().list(`images/${id}/`)).length > 0;

describe('the pictures of one person', () => {
  it('are so many a day, also when two are uploaded at the same instant', async () => {
    const person = await aViewer();
    await earlierPictures(person, picturesADay - 1);
    const file = await aPictureFile();
    const both = await Promise.allSettled([1, 2].map(() => keepPicture(person.id, file)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { headers, body } = anUpload(file);
    const given = { as: person, headers, body: body as never };
    expect(await refusal(mediaContract.uploadImage, given)).toEqual({
      status: 429,
      code: 'IMAGE_QUOTA',
    });
    expect((await aPicture({ owner: await aViewer() })).width).toBe(330);
    later(24);
    expect((await keepPicture(person.id, file)).width).toBe(330);
  });

  it('are refused when too many wait', async () => {
    const person = await aViewer();
    const file = await aPictureFile();
    // Somebody's picture is drawn until all of them have come.
    const { promise, resolve } = Promise.withResolvers<void>();
    onTestFinished(() => resolve());
    const first = drawInTurn(() => promise, { of: 'somebody' });
    const refused: string[] = [];
    const many = Array.from({ length: 40 }, () =>
      keepPicture(person.id, file).catch(({ code }: { code: string }) => refused.push(code)),
    );
    await expect.poll(() => refused).toEqual(Array(32).fill('BUSY'));
    resolve();
    await Promise.all([first, ...many]);
    expect(refused).toHaveLength(32);
  });
});

describe('pictures that stand nowhere', () => {
  it('go after a day with their files; those that stand somewhere stay', async () => {
    const owner = await aViewer();
    const made = await Promise.all([1, 2, 3, 4].map(() => aPicture({ owner })));
    const [unused = '', avatar = '', poster = '', logo = ''] = made.map(({ id }) => id);
    await db().updateTable('users').set({ avatar_id: avatar }).where('id', '=', owner.id).execute();
    const show = await aShow();
    await db()
      .updateTable('products')
      .set({ image_id: poster })
      .where('id', '=', show.id)
      .execute();
    const channel = await aChannel();
    await db()
      .updateTable('channels')
      .set({ logo_id: logo })
      .where('id', '=', channel.id)
      .execute();
    later(25);
    const { id: fresh } = await aPicture({ owner });
    await enqueueNow(cleanPictures, {});
    await runKeptJobs();
    const all = [unused, avatar, poster, logo, fresh];
    expect(await Promise.all(all.map(hasFiles))).toEqual([false, true, true, true, true]);
    const rows = await db().selectFrom('images').select('id').where('id', 'in', all).execute();
    expect(rows.map(({ id }) => id).toSorted()).toEqual([avatar, poster, logo, fresh].toSorted());
  });

  it('are looked for in every place that a picture can stand', async () => {
    const { rows } = await sql<{ place: string }>`
      select conrelid::regclass || '.' || attname as place from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where confrelid = 'images'::regclass order by place`.execute(db());
    expect(rows.map(({ place }) => place)).toEqual([
      'assets.poster_id',
      'channels.cover_image_id',
      'channels.logo_id',
      'channels.profile_image_id',
      'products.banner_image_id',
      'products.image_id',
      'users.avatar_id',
    ]);
  });
});
