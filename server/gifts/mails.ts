import { letterPicture } from '#server/media/index.ts';
import { type Mail, momentFor } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import type { LetterGift } from './letters.queries.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

/** The letter with the link, and the ones that remind of it. It never says the giver's address. */
export function giftMail(gift: LetterGift, kind: 'arrived' | 'reminder'): Mail {
  const { title, channelTitle, startsAt, expiresAt, message, picture, giver } = gift;
  const { email: to, name, language, timezone } = gift.to;
  const from = giver.full || say(language, 'somebody');
  const ends = momentFor(expiresAt, language, timezone);
  const word = (key: string) => say(language, `letter.${kind}.${key}`, { title, from, ends });
  const fact = (key: string) => say(language, `facts.${key}`);
  return {
    to,
    language,
    kind: `gift-${kind}`,
    letter: {
      subject: word('subject'),
      greeting: say(language, 'greeting', { name }),
      paragraphs: [word('text')],
      ...(message ? { quote: message } : {}),
      facts: [
        [fact('show'), title],
        [fact('channel'), channelTitle],
        ...(startsAt
          ? [[fact('when'), momentFor(startsAt, language, timezone)] as [string, string]]
          : []),
        [fact('until'), ends],
      ],
      ...letterPicture(picture, title),
      button: { label: word('button'), path: `/gift/${gift.token}` },
      secret: { text: gift.token, endsAt: expiresAt },
      reason: say(language, 'reason', { from }),
    },
  };
}

/** What whoever gave it hears: it was accepted, it waits still, its recipient has a ticket already. */
export function giverMail(gift: LetterGift, kind: 'accepted' | 'unaccepted' | 'owned'): Mail {
  const { title, expiresAt, giver } = gift;
  const { language, timezone, id: userId, email: to } = giver;
  const name = gift.to.name || say(language, 'somebody');
  const values = { title, name, ends: momentFor(expiresAt, language, timezone) };
  const word = (key: string) => say(language, `letter.${kind}.${key}`, values);
  return {
    userId,
    to,
    language,
    kind: `gift-${kind}`,
    letter: {
      subject: word('subject'),
      greeting: giver.name
        ? say(language, 'greeting', { name: giver.name })
        : say(language, 'greetingNobody'),
      paragraphs: [word('text')],
      button: { label: say(language, 'orders'), path: '/mystuff/orders' },
      reason: say(language, 'giverReason'),
    },
  };
}
