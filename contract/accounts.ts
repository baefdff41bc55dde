import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Picture } from './media.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams } from './shared/ids.ts';
import { Language } from './shared/languages.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { passwordDemands } from './shared/password-demands.ts';
import { Role } from './shared/roles.ts';
import { isSeen, Line, Lines } from './shared/text.ts';
import { Instant, TimeZone } from './shared/time.ts';

/** Compared without case or surrounding space. */
export const Email = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}.]{2,}$/u, 'not_an_email');

/** A password as given to log in: capped, since hashing costs by length. */
export const GivenPassword = z.string().min(1).max(200);
/** A password that somebody chooses. */
export const NewPassword = GivenPassword.refine(
  (text) => Object.values(passwordDemands).every((meets) => meets(text)),
  { error: 'password_weak' },
);

const accepted = z.literal(true, { error: 'must_accept' });
/** A web address as people paste it, or nothing. Only http and https can be followed. */
const webAddress = z
  .string()
  .trim()
  .max(300)
  .regex(/^(https?:\/\/[^\s"'<>\\/]+\.[^\s"'<>\\]+)?$/i, 'not_a_url')
  .refine(isSeen, 'not_a_url');
const Country = z.string().regex(/^([A-Z]{2})?$/, 'invalid');
const PhonePrefix = z.string().regex(/^(\+\d{1,4})?$/, 'not_a_phone');
const Phone = z
  .string()
  .trim()
  .max(30)
  .regex(/^(\d[\d\s.()-]{4,28}\d)?$/, 'not_a_phone');
/** Secrets of links: base64url of 256 bits. Anything else is simply no valid link. */
const LinkToken = z.string().max(200);

export const SignUp = z
  .object({
    as: z.enum(['attendee', 'organizer']),
    email: Email,
    emailConfirmation: z.string().trim().max(254),
    password: NewPassword,
    passwordConfirmation: z.string().max(200),
    name: Line(80).min(1),
    surname: Line(120).min(1),
    country: Country.default(''),
    privacy: accepted,
    terms: accepted,
    promotions: z.boolean().default(false),
    language: Language.optional(),
  })
  .strict()
  .refine(({ email, emailConfirmation: other }) => email.toLowerCase() === other.toLowerCase(), {
    path: ['emailConfirmation'],
    error: 'mismatch',
  })
  .refine(({ password, passwordConfirmation }) => password === passwordConfirmation, {
    path: ['passwordConfirmation'],
    error: 'mismatch',
  });
export type SignUp = z.output<typeof SignUp>;

type TwoPasswords = { password: string; confirmation: string };
const passwordsMatch = (given: TwoPasswords) => given.password === given.confirmation;
const mismatch = { path: ['confirmation'], error: 'mismatch' };

/** General data, billing data, consent, public profile: what a person may change of an account. */
export const AccountFields = z.object({
  name: Line(80).min(1),
  surname: Line(120).min(1),
  country: Country,
  company: Line(120),
  job: Line(120),
  language: Language,
  timezone: z.union([z.literal(''), TimeZone]),
  newsletter: z.boolean(),
  /** Letters and notices before a show that one has a ticket for. */
  reminders: z.boolean(),
  /** Letters about a checkout that one did not finish. */
  unfinishedLetters: z.boolean(),
  publicProfile: z.boolean(),
  description: Lines(1000),
  youtube: webAddress,
  twitter: webAddress,
  facebook: webAddress,
  instagram: webAddress,
  linkedin: webAddress,
  web: webAddress,
  billingCompany: Line(120),
  billingNif: Line(30),
  billingAddress: Line(200),
  billingCity: Line(100),
  billingPostalCode: Line(16),
  billingCountry: Country,
  billingPrefix: PhonePrefix,
  billingPhone: Phone,
});
export type AccountFields = z.output<typeof AccountFields>;

/** Any of the fields; those left out stay. `avatarId` names a picture of one's own, null none. */
export const AccountChange = AccountFields.extend({ avatarId: Id.nullable() }).partial().strict();
export type AccountChange = z.output<typeof AccountChange>;

/** A plain reading schema: what is stored is answered as it is. */
const stored = z.string();
const StoredAccount = z.object({
  id: Id,
  /** The e-mail. */
  user: stored,
  roles: z.array(Role),
  name: stored,
  surname: stored,
  newsletter: z.boolean(),
  reminders: z.boolean(),
  unfinishedLetters: z.boolean(),
  country: stored,
  language: Language,
  timezone: stored,
  /** Address of the picture, or ''. */
  avatar: stored,
  description: stored,
  youtube: stored,
  twitter: stored,
  facebook: stored,
  instagram: stored,
  linkedin: stored,
  web: stored,
  publicProfile: z.boolean(),
  billingCompany: stored,
  billingNif: stored,
  billingAddress: stored,
  billingCity: stored,
  billingPostalCode: stored,
  billingCountry: stored,
  billingPrefix: stored,
  billingPhone: stored,
});

/** Who is logged in, as the browser keeps it in local storage. */
export const SessionUser = StoredAccount.extend({ authToken: z.string() });
export type SessionUser = z.infer<typeof SessionUser>;

/** One's own account with what the screen of one's data needs besides. */
export const Account = StoredAccount.extend({
  company: stored,
  job: stored,
  avatarId: Id.nullable(),
  avatarPicture: Picture.nullable(),
  /** Set while the request to become an artist waits for an administrator. */
  artistRequestedAt: Instant.nullable(),
  createdAt: Instant,
  can: z.object({ requestArtist: z.boolean() }),
});
export type Account = z.infer<typeof Account>;

/** One log-in of one's own: a browser that holds a token. */
export const LogIn = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  current: z.boolean(),
});
export type LogIn = z.infer<typeof LogIn>;

export const approvals = ['pending', 'approved', 'disapproved'] as const;
export const Approval = z.enum(approvals);
export type Approval = z.infer<typeof Approval>;

/** What an administrator may do with a user. */
export const userMoves = [
  'approve',
  'disapprove',
  'block',
  'unblock',
  'delete',
  'validate_artist',
  'refuse_artist',
] as const;
export const UserMove = z.enum(userMoves);
export type UserMove = z.infer<typeof UserMove>;

/** A user as administrators see it. */
export const ManagedUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  country: z.string(),
  company: z.string(),
  job: z.string(),
  language: Language,
  timezone: z.string(),
  roles: z.array(Role),
  signedUpAs: z.enum(['attendee', 'organizer']),
  approval: Approval,
  emailConfirmed: z.boolean(),
  blocked: z.boolean(),
  deleted: z.boolean(),
  newsletter: z.boolean(),
  publicProfile: z.boolean(),
  avatar: z.string(),
  description: z.string(),
  artistRequestedAt: Instant.nullable(),
  /** E-mail of who recommended the platform to this user, or ''. */
  recommendedBy: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
  billing: z.object({
    company: z.string(),
    nif: z.string(),
    address: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    prefix: z.string(),
    phone: z.string(),
  }),
  can: z.record(UserMove, z.boolean()),
});
export type ManagedUser = z.infer<typeof ManagedUser>;

/** What can be done with many users at once; the rest deserves a look at each. */
export const bulkUserMoves = ['approve', 'disapprove', 'block', 'unblock'] as const;
export const BulkUserMove = z.enum(bulkUserMoves);
export type BulkUserMove = z.infer<typeof BulkUserMove>;

/** How it went with one of many: done, or the refusal in the reader's words. */
export const BulkOutcome = z.object({
  id: Id,
  done: z.boolean(),
  code: z.string().optional(),
  message: z.string().optional(),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

export const userSorts = ['-createdAt', 'createdAt', 'email', '-email', 'name', '-name'] as const;
export const UsersQuery = PageQuery.extend({
  sort: z.enum(userSorts).default('-createdAt'),
  approval: Approval.optional(),
  role: Role.optional(),
  /** Blocked, deleted, or waiting for an answer to a request to become an artist. */
  state: z.enum(['active', 'blocked', 'deleted', 'artist_requested']).optional(),
});
export type UsersQuery = z.output<typeof UsersQuery>;

export const accountsContract = {
  signUp: endpoint({
    method: 'POST',
    path: '/api/accounts',
    who: 'public',
    summary: 'Sign up as attendee or organizer; a mail asks to confirm the address',
    body: SignUp,
    /** `claim`: shown with the link of the letter, it logs this browser in. */
    answer: z.object({ email: z.string(), claim: z.string() }),
    status: 201,
    errors: ['EMAIL_TAKEN', 'EMAIL_DOMAIN_REFUSED', 'BUSY'],
    perMinute: 20,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/accounts/activation',
    who: 'public',
    summary: 'Confirm the e-mail with the token of the link (single use, 24 h)',
    body: z.object({ token: LinkToken, claim: z.string().max(400).optional() }).strict(),
    /**
     * `pending`: an administrator still has to approve. `session`: the log-in of the browser that
     * signed up, null in any other.
     */
    answer: z.object({
      approval: Approval,
      email: z.string(),
      session: SessionUser.nullable(),
    }),
    errors: ['ACTIVATION_INVALID'],
    perMinute: 30,
  }),
  resendActivation: endpoint({
    method: 'POST',
    path: '/api/accounts/activation/mails',
    who: 'public',
    summary: 'Send the activation mail again; answers the same for any address',
    body: z.object({ email: Email }).strict(),
    answer: z.object({ accepted: z.literal(true) }),
    status: 202,
    perMinute: 10,
  }),
  requestRecovery: endpoint({
    method: 'POST',
    path: '/api/accounts/recovery',
    who: 'public',
    summary: 'Ask for a link to set a new password; answers the same for any address',
    body: z.object({ email: Email }).strict(),
    answer: z.object({ accepted: z.literal(true) }),
    status: 202,
    perMinute: 10,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/accounts/reset',
    who: 'public',
    summary: 'Set a new password with the token of the link; ends every log-in',
    body: z
      .object({ token: LinkToken, password: NewPassword, confirmation: z.string().max(200) })
      .strict()
      .refine(passwordsMatch, mismatch),
    answer: z.object({ email: z.string() }),
    errors: ['RESET_INVALID', 'BUSY'],
    perMinute: 20,
  }),
  logIn: endpoint({
    method: 'POST',
    path: '/api/sessions',
    who: 'public',
    summary: 'Log in; the same refusal whether or not the address is known',
    body: z.object({ email: Line(254).min(1), password: GivenPassword }).strict(),
    answer: SessionUser,
    status: 201,
    errors: ['LOGIN_INVALID', 'TOO_MANY_REQUESTS', 'BUSY'],
    perMinute: 30,
  }),
  logOut: endpoint({
    method: 'DELETE',
    path: '/api/sessions/current',
    who: 'user',
    summary: 'End this log-in: its token stops working at once',
    answer: z.null(),
    status: 204,
  }),
  listLogIns: endpoint({
    method: 'GET',
    path: '/api/sessions',
    who: 'user',
    summary: 'The browsers in which one is logged in, the last used first',
    answer: z.object({ items: z.array(LogIn) }),
  }),
  endLogIn: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:id',
    who: 'user',
    summary: 'End another of one’s own log-ins',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: z.null(),
    status: 204,
  }),
  getMe: endpoint({
    method: 'GET',
    path: '/api/me',
    who: 'user',
    summary: 'One’s own account',
    answer: Account,
  }),
  saveMe: endpoint({
    method: 'PATCH',
    path: '/api/me',
    who: 'user',
    summary: 'Change any fields of one’s own account',
    body: AccountChange,
    answer: Account,
    errors: ['IMAGE_MISSING'],
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/me/password',
    who: 'user',
    summary: 'Change the password; ends every other log-in and keeps this one',
    body: z
      .object({
        current: GivenPassword,
        password: NewPassword,
        confirmation: z.string().max(200),
      })
      .strict()
      .refine(passwordsMatch, mismatch),
    answer: z.null(),
    status: 204,
    errors: ['PASSWORD_WRONG', 'TOO_MANY_REQUESTS', 'BUSY'],
    perMinute: 20,
  }),
  requestArtist: endpoint({
    method: 'POST',
    path: '/api/me/artist-request',
    who: 'user',
    summary: 'Ask to become an organizer; an administrator validates it',
    answer: Account,
    errors: ['USER_STATE'],
  }),
};

export const usersContract = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/manage/users',
    who: 'admin',
    summary: 'All users, searched by e-mail and name',
    query: UsersQuery,
    answer: pageOf(ManagedUser),
  }),
  exportUsers: endpoint({
    method: 'GET',
    path: '/api/manage/exports/users',
    who: 'admin',
    summary: 'The whole list of users that matches, as CSV or XLSX',
    query: UsersQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/api/manage/users/:id',
    who: 'admin',
    summary: 'One user',
    params: IdParams,
    answer: ManagedUser,
  }),
  moveUser: endpoint({
    method: 'POST',
    path: '/api/manage/users/:id/moves',
    who: 'admin',
    summary: 'Approve, disapprove, block, unblock, delete, or answer a request to become an artist',
    params: IdParams,
    body: z.object({ move: UserMove }).strict(),
    answer: ManagedUser,
    errors: ['USER_STATE', 'LAST_ADMIN'],
  }),
  moveUsers: endpoint({
    method: 'POST',
    path: '/api/manage/users/moves',
    who: 'admin',
    summary:
      'The same for up to 100 users, each by itself; says how it went with each, in their order',
    body: z.object({ move: BulkUserMove, ids: z.array(Id).min(1).max(100) }).strict(),
    answer: z.object({ outcomes: z.array(BulkOutcome) }),
    perMinute: 60,
  }),
};

/** What the sign-up form may ask, for clients other than our own web. */
export const registerContract = {
  getRegisterFields: endpoint({
    method: 'GET',
    path: '/api/config/register/fields',
    who: 'public',
    summary: 'The fields of the sign-up form',
    answer: z.object({
      fields: z.array(
        z.object({
          name: z.string(),
          type: z.enum(['text', 'email', 'password', 'checkbox', 'select']),
          required: z.boolean(),
          maxLength: z.number().int().nullable(),
          values: z.array(z.string()),
        }),
      ),
    }),
  }),
  getRegisterSocial: endpoint({
    method: 'GET',
    path: '/api/config/register/social',
    who: 'public',
    summary: 'The social networks by which one may register: none in this installation',
    answer: z.object({ social: z.array(z.string()) }),
  }),
  getRegisterDomains: endpoint({
    method: 'GET',
    path: '/api/config/register/domains',
    who: 'public',
    summary: 'The only e-mail domains that may register (empty: all), and those refused',
    answer: z.object({ allowed: z.array(z.string()), refused: z.array(z.string()) }),
  }),
};
