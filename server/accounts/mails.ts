import type { Language } from '#contract/shared/languages.ts';
import type { Letter, Mail, Secret } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

type Reader = { id: string; email: string; name: string; language: Language };

const mailTo = ({ id, email, language }: Reader, kind: string, letter: Letter): Mail => ({
  ...{ userId: id, to: email, language, kind, letter },
});

/** The letters that only say something and lead somewhere. */
export const newsKinds = [
  'welcome',
  'welcomeOrganizer',
  'approved',
  'artistValidated',
  'artistRefused',
  'passwordChanged',
] as const;
export type News = (typeof newsKinds)[number];

const leadsTo: Record<News, string> = {
  welcome: '/search-results',
  welcomeOrganizer: '/account/channels',
  approved: '/login',
  artistValidated: '/account/channels',
  artistRefused: '/account/my-data',
  passwordChanged: '/recovery-password',
};

/** The letter that lets somebody in who has signed up. */
export function activationMail(
  to: Reader,
  { secret, approveUsers }: { secret: Secret; approveUsers: boolean },
): Mail {
  const text = (key: string) => say(to.language, `activation.${key}`);
  return mailTo(to, 'activation', {
    subject: text('subject'),
    greeting: greeting(to),
    paragraphs: approveUsers ? [text('text'), text('approval')] : [text('text')],
    button: { label: text('button'), path: `/activate/${secret.text}` },
    secret,
    reason: text('reason'),
  });
}

/** The letter with the way to a new password. */
export function recoveryMail(to: Reader, secret: Secret): Mail {
  const text = (key: string) => say(to.language, `recovery.${key}`);
  return mailTo(to, 'recovery', {
    subject: text('subject'),
    greeting: greeting(to),
    paragraphs: [text('text')],
    button: { label: text('button'), path: `/reset-password/${secret.text}` },
    secret,
    reason: text('reason'),
  });
}

/** The letter that says one thing of an account. */
export function newsMail(to: Reader, news: News): Mail {
  return mailTo(to, `account-${news}`, {
    subject: say(to.language, `news.${news}.subject`),
    greeting: greeting(to),
    paragraphs: [say(to.language, `news.${news}.text`)],
    button: { label: say(to.language, `news.${news}.button`), path: leadsTo[news] },
    reason: say(to.language, `news.${news}.reason`),
  });
}

const greeting = ({ name, language }: Pick<Reader, 'name' | 'language'>): string =>
  name ? say(language, 'hello', { name }) : say(language, 'helloNobody');
