import { describe, expect, it } from 'vitest';
import { accountsContract, usersContract } from '#contract/accounts.ts';
import { channelsContract } from '#contract/channels.ts';
import { noticesContract } from '#contract/notices.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { storage } from '#server/platform/storage/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel, completeFields } from '#test/factories/channels.ts';
import { mailsTo } from '#test/factories/mails.ts';
import { aPicture } from '#test/factories/media.ts';
import { aNotice } from '#test/factories/notices.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { call } from '#test/story.ts';

const { billing, businessName } = completeFields;

async function erase({ id }: Someone): Promise<void> {
  const params = { id };
  await call(usersContract.moveUser, {
    as: await anAdmin(),
    params,
    body: { move: 'delete' },
  });
  await runKeptJobs();
}

const filesOf = ({ id }: { id: string }) => storage().list(`images/${id}/`);
const picturesOf = async ({ id }: Someone) =>
  (await db().selectFrom('images').select('id').where('owner_id', '=', id).execute()).map(
    (row) => row.id,
  );
const channelRow = (id: string) =>
  db().selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('with a deleted account', () => {
  it('go its letters, and those to its address, from everybody’s eyes', async () => {
    const person = await aViewer();
    const other = await aViewer();
    for (const { email } of [person, other]) {
      await call(accountsContract.requestRecovery, { body: { email } });
    }
    await runKeptJobs();
    await erase(person);
    expect([await mailsTo(person.email), (await mailsTo(other.email)).length]).toEqual([[], 1]);
    const found = await call(noticesContract.listMails, {
      as: await anAdmin(),
      query: { q: person.email },
    });
    expect(found.total).toBe(0);
  });

  it('go its notifications, and what administrators were told about its address', async () => {
    const person = await aViewer();
    await anAdmin();
    await aNotice(person.id);
    await call(accountsContract.requestArtist, { as: person });
    const left = async () =>
      JSON.stringify(await db().selectFrom('notifications').selectAll().execute());
    expect((await left()).includes(person.email)).toBe(true);
    await erase(person);
    const kept = await left();
    expect([kept.includes(person.email), kept.includes(person.id)]).toEqual([false, false]);
  });

  it('go its pictures with their files, but not the poster of a show', async () => {
    const person = await anOrganizer();
    const [avatar, logo, unused, poster] = [
      await aPicture({ owner: person }),
      await aPicture({ owner: person }),
      await aPicture({ owner: person }),
      await aPicture({ owner: person }),
    ];
    const channel = await aChannel({ owner: person });
    const params = { slug: channel.slug };
    await call(accountsContract.saveMe, { as: person, body: { avatarId: avatar.id } });
    await call(channelsContract.changeChannel, { as: person, params, body: { logoId: logo.id } });
    await aProduct({ channel, pictureId: poster.id });
    await erase(person);
    expect(await picturesOf(person)).toEqual([poster.id]);
    for (const gone of [avatar, logo, unused]) expect(await filesOf(gone)).toEqual([]);
    expect((await filesOf(poster)).length).toBeGreaterThan(0);
  });

  it('go bank data, papers and ways to reach the organizer from a channel that sold nothing', async () => {
    const channel = await aChannel();
    await erase(channel.owner);
    const kept = JSON.stringify(await channelRow(channel.id));
    for (const personal of [...Object.values(billing), businessName]) {
      expect([personal, kept.includes(`"${personal}"`)]).toEqual([personal, false]);
    }
  });

  it('stays what invoices must say of their issuer, and nothing more', async () => {
    const { product, order, buyer } = await aPaidOrder();
    await erase(product.owner);
    const row = await channelRow(product.channel.id);
    expect([row.billing_iban, row.billing_phone, row.billing_prefix]).toEqual(['', '', '']);
    expect([row.business_name, row.billing_tax_id, row.billing_address]).toEqual([
      businessName,
      billing.taxId,
      billing.address,
    ]);
    const { paper } = await db()
      .selectFrom('invoices')
      .select('paper')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(paper).toMatchObject({
      issuer: { taxId: billing.taxId },
      buyer: { email: buyer.email },
    });
  });
});
