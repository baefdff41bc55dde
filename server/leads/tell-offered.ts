import { peopleByIds } from '#server/accounts/index.ts';
import { notifyPeople } from '#server/notices/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { queueMails } from '#server/platform/mail/index.ts';
import { offeredMail } from './mails.ts';
import { noteTold } from './places.store.ts';
import { listOfferedPlaces } from './things.queries.ts';

/**
 * Those who are offered a seat hear of it by letter, in the bell and on their devices: called for when a
 * seat was offered, and by the clock. The rows say who was told, so nobody is told twice.
 */
export const tellOffered = defineJob<object>(
  'tell-offered',
  () =>
    inTransaction(async (tx) => {
      const offers = await listOfferedPlaces(tx, await noteTold(tx, nowText()));
      const people = await peopleByIds(
        tx,
        offers.map(({ userId }) => userId),
      );
      await queueMails(
        tx,
        offers.flatMap((offer) => {
          const person = people.get(offer.userId);
          return person && !person.blocked ? [offeredMail(person, offer)] : [];
        }),
      );
      for (const { userId, title, slug, sessionId } of offers) {
        const path = `/products/${slug}/checkout?session=${sessionId}`;
        const values = { product: title };
        await notifyPeople(tx, { userIds: [userId], type: 'seat_offered', values, path });
      }
    }),
  { cron: '* * * * *', retryLimit: 0 },
);
