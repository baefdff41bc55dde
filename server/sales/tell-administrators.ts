import { listAdministrators } from '#server/accounts/index.ts';
import { notify } from '#server/notices/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { wordsOf } from '#server/platform/words.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** Every administrator hears of books that do not add up. */
export async function tellOfDifferences(
  tx: Db,
  { differences: count, orderIds }: { differences: number; orderIds: string[] },
): Promise<void> {
  for (const { id, language } of await listAdministrators(tx)) {
    const values = { count, order: orderIds[0] ?? '' };
    await notify(tx, {
      userId: id,
      type: 'ledger_differs',
      subject: say(language, 'ledger.subject'),
      content: say(language, 'ledger.content', values),
      payload: { path: '/manage/sales', orderIds },
    });
  }
}
