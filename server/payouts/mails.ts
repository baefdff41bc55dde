import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';
import { fieldOfFault, type PayeeFault } from '#contract/shared/payees.ts';
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
export function payoutMail(reader: Reader, about: About): Mail {
  const { language } = reader;
  const values = { channel: about.channel, amount: amountOf(about, language) };
  return mailTo(reader, 'payout-paid', {
    subject: say(language, 'letter.subject', values),
    paragraphs: [say(language, 'letter.text', values)],
    facts: factsOf(about, language),
    button: { label: say(language, 'letter.button'), path: '/account/sales/payouts' },
  });
}

/** To the organizer: their bank sent it back, what it said, and where the account is put right. */
export function payoutReturnedMail(reader: Reader, about: Returned): Mail {
  const { language } = reader;
  const values = { channel: about.channel, amount: amountOf(about, language) };
  return mailTo(reader, 'payout-returned', {
    subject: say(language, 'returned.subject', values),
    paragraphs: [say(language, 'returned.text', values), say(language, 'returned.next')],
    facts: [...factsOf(about, language), [say(language, 'returned.reason'), about.reason]],
    button: { label: say(language, 'returned.button'), path: placeOf(about.slug, 'iban_returned') },
  });
}

/** To the organizer: nothing can be sent to them, why, and where they put it right. */
export function payoutWaitsMail(reader: Reader, about: Waiting): Mail {
  const { language } = reader;
  const fault = say(language, `faults.${about.fault}`);
  const values = { channel: about.channel, amount: amountOf(about, language), fault };
  return mailTo(reader, 'payout-waits', {
    subject: say(language, 'waits.subject', values),
    paragraphs: [say(language, 'waits.text', values), say(language, 'waits.next')],
    facts: factsOf(about, language),
    button: { label: say(language, 'waits.button'), path: placeOf(about.slug, about.fault) },
  });
}

/** To the organizer: they were left out of a run, and why. */
export function payoutHeldMail(reader: Reader, about: About & { reason: string }): Mail {
  const { language } = reader;
  const values = { channel: about.channel, amount: amountOf(about, language) };
  return mailTo(reader, 'payout-held', {
    subject: say(language, 'held.subject', values),
    paragraphs: [say(language, 'held.text', values)],
    facts: [...factsOf(about, language), [say(language, 'held.reason'), about.reason]],
    button: { label: say(language, 'held.button'), path: '/account/sales/payouts' },
  });
}

type Waiting = About & { slug: string; fault: PayeeFault };
type Returned = About & { slug: string; reason: string };

/** Where an organizer puts right what stands in the way. */
const placeOf = (slug: string, fault: PayeeFault) =>
  `/account/channels/${slug}#${fieldOfFault(fault)}`;

const amountOf = ({ amount, currency }: About, language: Language) =>
  moneyText(amount, currency, { language });

const factsOf = (about: About, language: Language): [string, string][] => [
  [say(language, 'letter.amount'), amountOf(about, language)],
  [say(language, 'statement.channel'), about.channel],
  ...(about.iban ? ([['IBAN', about.iban]] as [string, string][]) : []),
  [say(language, 'statement.reference'), about.reference],
];

type Said = Pick<Mail['letter'], 'subject' | 'paragraphs' | 'facts' | 'button'>;

function mailTo({ id, email, name, language }: Reader, kind: string, said: Said): Mail {
  return {
    ...{ userId: id, to: email, language, kind },
    letter: {
      greeting: say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name }),
      reason: say(language, 'letter.reason'),
      ...said,
    },
  };
}
