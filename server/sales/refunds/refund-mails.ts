import type { Person } from '#server/accounts/index.ts';
import type { Mail } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { LetterOrder } from '../letters.queries.ts';

const say = wordsOf(new URL('../words/', import.meta.url));

type Reader = Pick<Person, 'id' | 'email' | 'name' | 'language'>;
type Asked = { title: string; amount: string; buyer: string; reason: string; path: string };

/** To the organizer: a buyer asks for their money back. */
export function refundAskedMail({ id, email, name, language }: Reader, asked: Asked): Mail {
  const { title, amount, buyer, reason, path } = asked;
  const word = (key: string) => say(language, `letter.refundAsked.${key}`, { title, buyer });
  const fact = (key: string) => say(language, `letter.facts.${key}`);
  return {
    ...{ userId: id, to: email, language, kind: 'refund-asked' },
    letter: {
      subject: word('subject'),
      greeting: say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name }),
      paragraphs: [word('text')],
      facts: [
        [fact('show'), title],
        [fact('asked'), amount],
        [fact('reason'), reason],
      ],
      button: { label: word('button'), path },
      reason: word('why'),
    },
  };
}

/** What was bought, by which a request is named: how it is sent is none of it. */
export const titlesToName = ({ chosen }: Pick<LetterOrder, 'chosen'>): string =>
  chosen
    .filter(({ kind }) => kind !== 'shipping')
    .map(({ title }) => title)
    .join(', ');

/** To the buyer: the answer of whoever would not give it back. */
export function refundRefusedMail(order: LetterOrder, answer: string): Mail {
  const { language, buyer, buyerId, channelTitle, number } = order;
  const title = titlesToName(order);
  const word = (key: string) =>
    say(language, `letter.refundRefused.${key}`, { title, channel: channelTitle });
  const fact = (key: string) => say(language, `letter.facts.${key}`);
  const { name } = buyer;
  return {
    ...{ userId: buyerId, to: buyer.email, language, kind: 'refund-refused' },
    letter: {
      subject: word('subject'),
      greeting: say(language, name ? 'letter.greeting' : 'letter.greetingNobody', { name }),
      paragraphs: [word('text'), answer, word('after')],
      facts: [
        [fact('show'), title],
        [fact('channel'), channelTitle],
        [fact('order'), number],
      ],
      button: { label: say(language, 'letter.refunded.button'), path: '/mystuff/orders' },
      reason: say(language, 'letter.paid.reason'),
    },
  };
}
