import { countryCodes } from '#contract/shared/countries.ts';
import { languages } from '#contract/shared/languages.ts';
import { config } from '#server/platform/config.ts';

type Field = {
  name: string;
  type: 'text' | 'email' | 'password' | 'checkbox' | 'select';
  required: boolean;
  maxLength: number | null;
  values: string[];
};

const field = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  name,
  type,
  required: true,
  maxLength: null,
  values: [],
  ...more,
});

/** The sign-up form for clients that draw it themselves; names are those of the request's body. */
export const registerFields: Field[] = [
  field('as', 'select', { values: ['attendee', 'organizer'] }),
  field('email', 'email', { maxLength: 254 }),
  field('emailConfirmation', 'email', { maxLength: 254 }),
  field('password', 'password', { maxLength: 200 }),
  field('passwordConfirmation', 'password', { maxLength: 200 }),
  field('name', 'text', { maxLength: 80 }),
  field('surname', 'text', { maxLength: 120 }),
  field('country', 'select', { required: false, values: [...countryCodes] }),
  field('language', 'select', { required: false, values: [...languages] }),
  field('privacy', 'checkbox'),
  field('terms', 'checkbox'),
  field('promotions', 'checkbox', { required: false }),
];

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .filter(Boolean);

/** Which e-mail domains the installation allows (none: all) and refuses. */
export const registerDomains = () => ({
  allowed: listed(config().EMAIL_DOMAINS_ALLOWED),
  refused: listed(config().EMAIL_DOMAINS_REFUSED),
});
