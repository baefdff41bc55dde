import type { Person } from '#server/accounts/index.ts';
import type { Mail } from '#server/platform/mail/index.ts';
import { say } from './said.ts';

type Reader = Pick<Person, 'id' | 'email' | 'name' | 'language'>;
type About = { host: string; end: 'gone' | 'silent'; path: string };

/** To whoever keeps a receiver: nothing is sent to it any more, and why. */
export function webhookMail({ id, email, name, language }: Reader, about: About): Mail {
  const { host, end, path } = about;
  return {
    ...{ userId: id, to: email, language, kind: 'webhook-ended' },
    letter: {
      subject: say(language, 'ended.subject'),
      greeting: say(language, name ? 'ended.greeting' : 'ended.greetingNobody', { name }),
      paragraphs: [say(language, `ended.${end}`, { host }), say(language, 'ended.after')],
      button: { label: say(language, 'ended.button'), path },
      reason: say(language, 'ended.reason'),
    },
  };
}
