import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Person } from '#server/accounts/index.ts';
import { moneyText } from '#server/payments/index.ts';
import type { Mail } from '#server/platform/mail/index.ts';
import { say } from './said.ts';

type Reader = Pick<Person, 'id' | 'email' | 'name' | 'language'>;
type About = {
  channel: string;
  reference: string;
  /** The end of the account that it went to. */
  iban: string;
  amount: number;
  currency: CurrencyCode;
};

/** To the organizer: money is on its way to their account. */
export function payoutMail({ id, email, name, language }: Reader, about: About): Mail {
  const { channel, reference, iban } = about;
  const amount = moneyText(about.amount, about.currency, { language });
  const values = { channel, amount };
  return {
    ...{ userId: id, to: email, language, kind: 'payout-paid' },
    letter: {
      subject: say(language, 'letter.subject', values),
      greeting: say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name }),
      paragraphs: [say(language, 'letter.text', values)],
      facts: [
        [say(language, 'statement.total'), amount],
        [say(language, 'statement.channel'), channel],
        ['IBAN', iban],
        [say(language, 'statement.reference'), reference],
      ],
      button: { label: say(language, 'letter.button'), path: '/account/sales/payouts' },
      reason: say(language, 'letter.reason'),
    },
  };
}
