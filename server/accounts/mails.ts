import type { Language } from '#contract/shared/languages.ts';
import type { Letter, Secret } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';

const say = wordsOf(new URL('./words/', import.meta.url));

type Reader = { name: string; language: Language };

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

export function activationLetter(
  to: Reader,
  { secret, approveUsers }: { secret: Secret; approveUsers: boolean },
): Letter {
  const text = (key: string) => say(to.language, `activation.${key}`);
  return {
    subject: text('subject'),
    greeting: greeting(to),
    paragraphs: approveUsers ? [text('text'), text('approval')] : [text('text')],
    button: { label: text('button'), path: `/activate/${secret.text}` },
    secret,
    reason: text('reason'),
  };
}

export function recoveryLetter(to: Reader, secret: Secret): Letter {
  const text = (key: string) => say(to.language, `recovery.${key}`);
  return {
    subject: text('subject'),
    greeting: greeting(to),
    paragraphs: [text('text')],
    button: { label: text('button'), path: `/reset-password/${secret.text}` },
    secret,
    reason: text('reason'),
  };
}

export function newsLetter(to: Reader, news: News): Letter {
  return {
    subject: say(to.language, `news.${news}.subject`),
    greeting: greeting(to),
    paragraphs: [say(to.language, `news.${news}.text`)],
    button: { label: say(to.language, `news.${news}.button`), path: leadsTo[news] },
    reason: say(to.language, `news.${news}.reason`),
  };
}

const greeting = ({ name, language }: Reader): string =>
  name ? say(language, 'hello', { name }) : say(language, 'helloNobody');
