import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { house } from '#contract/shared/brand.ts';
import { faultOfIban, isInSepa } from '#contract/shared/iban.ts';
import { plainIban } from '#contract/shared/iban-text.ts';
import { faultOf } from './brand/files.ts';
import { CannotStart } from './cannot-start.ts';
import { trustedProxies } from './http/proxies.ts';
import { forgetBy } from './remembered.ts';
import { readS3Address } from './storage/s3-address.rules.ts';

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', ''])
  .transform((v) => ['on', 'true', '1'].includes(v));
/** A picture of the brand; its fault is the sentence. */
const picture = (shape: 'square' | 'wide') =>
  z.string().superRefine((path, { addIssue }) => {
    const fault = faultOf(path, shape);
    if (fault) addIssue({ code: 'custom', message: fault });
  });
/** A folder, or a bucket with what must be known of it. */
const storageUrl = z.url({ protocol: /^(file|s3)$/ }).superRefine((text, { addIssue }) => {
  const read = text.startsWith('s3:') ? readS3Address(text) : null;
  if (read?.ok === false) addIssue({ code: 'custom', message: read.fault });
});
const port = z.coerce.number().int().min(0).max(65_535);

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections of this process at the same time. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(12),
  STORAGE_URL: storageUrl.optional(),
  /** The log-in to an object storage; unset: where Amazon's programs look for one. */
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_REGION: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Unset: the name of the site. */
  MAIL_FROM: z.string().optional(),
  SUPPORT_EMAIL: z.string().default('support@localhost'),
  /** Whose site this is: see `brand/`. */
  SITE_NAME: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[^<>"\n\r]*$/, 'no angle brackets or double quotes')
    .default(house.name),
  SITE_ACCENT: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'it must be a colour such as #f5ad1c')
    .transform((text) => text.toLowerCase())
    .optional(),
  SITE_LOGO: picture('square').optional(),
  /** One file, or two with a comma between them: for the light ground and for the dark. */
  SITE_WORDMARK: z
    .string()
    .transform((text) => text.split(',').map((path) => path.trim()))
    .pipe(z.array(picture('wide')).min(1).max(2))
    .optional(),
  /** Who runs this installation, as the legal page names them. */
  OPERATOR_NAME: z.string().default(''),
  OPERATOR_TAX_ID: z.string().default(''),
  OPERATOR_ADDRESS: z.string().default(''),
  /** ISO 3166 alpha-2: which law its invoices follow. */
  OPERATOR_COUNTRY: z
    .string()
    .regex(/^([A-Z]{2})?$/, 'it must be a country such as ES')
    .default(''),
  /** Where Stripe is asked; another address than its own is for tests and proxies. */
  STRIPE_API: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  /** So long Stripe is waited for before it is asked once more, and then given up. */
  STRIPE_SECONDS: z.coerce.number().positive().max(60).default(10),
  /** What becomes of the records of Spanish invoices; unset: `test` where `isTrial`, else `unsent`. */
  VERIFACTU: z.enum(['sent', 'unsent', 'test']).optional(),
  /** The account from which organizers are paid; without one the bank gets no file. The demo has a sample. */
  OPERATOR_IBAN: z
    .string()
    .refine(
      (iban) => faultOfIban(iban) === null && isInSepa(iban),
      'it must be an IBAN of a SEPA country',
    )
    .transform(plainIban)
    .optional(),
  RTMP_PORT: port.default(1935),
  /** Where encoders come by TLS; unset: nowhere. With it go two PEM files. */
  RTMPS_PORT: port.optional(),
  RTMPS_CERT: z.string().optional(),
  RTMPS_KEY: z.string().optional(),
  /** Where other processes reach this one when it takes encoders; unset: PORT of this machine. */
  NODE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Heights that live renditions are encoded in, such as 720,360; unset: as the cores allow. */
  LIVE_LADDER: z
    .string()
    .regex(/^\d{3,4}(,\d{3,4})*$/)
    .optional(),
  /** Outputs may lead to this machine and its networks. */
  LIVE_OUTPUTS_PRIVATE: flag.default(false),
  ROLES: z
    .string()
    .default('web,worker,media')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker', 'media'])).min(1)),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).optional(),
  /** Unset: see `isTrial`. */
  DEMO: flag.optional(),
  /** Pages for whoever builds the product, such as /styleguide. Unset: on under `npm run dev`. */
  PREVIEWS: flag.optional(),
  NODE_ENV: z.string().optional(),
  /** Where visitors who are not logged in are led from addresses that do not exist. */
  UNKNOWN_PATHS: z.enum(['home', 'login']).default('home'),
  /** Off: the app's worker leaves every browser that it is in. */
  SERVICE_WORKER: flag.default(true),
  /** See `http/proxies.ts`. */
  TRUST_PROXY: z
    .string()
    .default('off')
    .refine((text) => trustedProxies(text) !== null, 'neither on, off, a number, nor addresses'),
  /** Calls per minute and address; 0 switches the limit off (load tests). */
  RATE_LIMIT: z.coerce.number().int().min(0).default(1200),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  NOTIFICATIONS_API_KEY: z.string().min(8).optional(),
  METRICS_TOKEN: z.string().min(8).optional(),
  SECRET_KEY: z.string().min(32).optional(),
  EMAIL_DOMAINS_ALLOWED: z.string().default(''),
  EMAIL_DOMAINS_REFUSED: z.string().default(''),
});

type Given = z.infer<typeof Environment>;

/** What is missing beside an object storage, as the name and a sentence about it. */
function missingFor({ STORAGE_URL: url, ...given }: Given): string | null {
  if (!url?.startsWith('s3:')) return null;
  const [id, secret] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  const alone = given[id] ? !given[secret] && secret : given[secret] && id;
  if (alone) return `${alone} is not set, but ${alone === id ? secret : id} is.`;
  const read = readS3Address(url);
  const isNamed = given.AWS_REGION || !read.ok || read.address.region || read.address.endpoint;
  return isNamed ? null : 'STORAGE_URL names no region: add ?region=… to it, or set AWS_REGION.';
}

type Completed = 'PUBLIC_URL' | 'DEMO' | 'PREVIEWS' | 'NODE_ENV' | 'MAIL_FROM' | 'VERIFACTU';
export type Config = Omit<Given, Completed> & {
  PUBLIC_URL: string;
  MAIL_FROM: string;
  DEMO: boolean;
  PREVIEWS: boolean;
  VERIFACTU: 'sent' | 'unsent' | 'test';
};

let loaded: Config | null = null;
forgetBy(() => {
  loaded = null;
});

/** The environment, read and checked once. Throws `CannotStart` naming the variable at fault. */
export function config(): Config {
  loaded ??= readConfig(process.env);
  return loaded;
}

/** From which the demonstration pays: it adds up, and is of no bank. */
const sampleIban = 'ES7712341234161234567890';

/** Reads and checks an environment; empty variables count as unset. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new CannotStart(`${issue?.path.join('.')} is not valid: ${issue?.message}.`);
  }
  const missing = missingFor(parsed.data);
  if (missing) throw new CannotStart(missing);
  const { PUBLIC_URL, DATA_DIR, PREVIEWS, NODE_ENV, MAIL_FROM, VERIFACTU, ...rest } = parsed.data;
  const DEMO = parsed.data.DEMO ?? isTrial(parsed.data);
  const address = PUBLIC_URL ?? `http://localhost:${rest.PORT}`;
  return {
    ...rest,
    DATA_DIR: resolve(DATA_DIR),
    PUBLIC_URL: address.replace(/\/+$/, ''),
    MAIL_FROM: MAIL_FROM ?? `"${rest.SITE_NAME}" <no-reply@localhost>`,
    DEMO,
    OPERATOR_IBAN: rest.OPERATOR_IBAN ?? (DEMO ? sampleIban : undefined),
    PREVIEWS: PREVIEWS ?? NODE_ENV === 'development',
    VERIFACTU: VERIFACTU ?? (isTrial(parsed.data) ? 'test' : 'unsent'),
  };
}

/**
 * Does somebody look at the product on their own machine? Whoever names a database, an administrator
 * or an address on https runs it for others, and the log-ins of the demo are known to everybody.
 */
const isTrial = (given: Given): boolean =>
  !given.DATABASE_URL && !given.ADMIN_EMAIL && !given.PUBLIC_URL?.startsWith('https:');

/** Tests and the start-up (which learns the port late) change single values. */
export function overrideConfig(change: Partial<Config>): void {
  loaded = { ...config(), ...change };
}

/** Makes DATA_DIR and proves that it can be written. Throws `CannotStart`. */
export function prepareDataDir(): string {
  const folder = config().DATA_DIR;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    writeFileSync(join(folder, '.writable'), '');
  } catch {
    throw new CannotStart(
      `DATA_DIR (${folder}) cannot be written. Choose a folder that this user may write to.`,
    );
  }
  return folder;
}
