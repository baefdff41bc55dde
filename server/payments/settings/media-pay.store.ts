import type { MediaPayForm } from '#contract/media-pay.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Monetization, PlatformPeriod } from '#contract/shared/monetization.ts';
import { config } from '#server/platform/config.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { seal, unseal } from '#server/platform/secrets.ts';
import type { RedsysVersion } from '../providers/redsys-signature.ts';

/** Everything that the providers need; secrets in clear, for this process alone. */
export type MediaPaySettings = {
  redsys: {
    url: string;
    merchant: string;
    terminal: string;
    currency: CurrencyCode;
    version: RedsysVersion;
    key: string;
  };
  stripe: { publicKey: string; secretKey: string; signingKey: string };
  mayPlay: boolean;
  monetize: Monetization;
};

const purposes = {
  redsys_key: 'redsys key',
  stripe_secret_key: 'stripe secret key',
  stripe_signing_key: 'stripe signing key',
} as const;
type Secret = keyof typeof purposes;

const opened = (sealed: Buffer | null, secret: Secret): string =>
  sealed ? unseal(sealed, purposes[secret]) : '';

/** The one row of settings. Throws when its secrets were sealed under another installation's. */
export async function loadMediaPay(db: Db): Promise<MediaPaySettings> {
  const row = await db.selectFrom('media_pay').selectAll().executeTakeFirstOrThrow();
  return {
    redsys: {
      url: row.redsys_url,
      merchant: row.redsys_merchant,
      terminal: row.redsys_terminal,
      currency: row.redsys_currency as CurrencyCode,
      version: row.redsys_version as RedsysVersion,
      key: opened(row.redsys_key, 'redsys_key'),
    },
    stripe: {
      publicKey: row.stripe_public_key,
      secretKey: opened(row.stripe_secret_key, 'stripe_secret_key'),
      signingKey: opened(row.stripe_signing_key, 'stripe_signing_key'),
    },
    mayPlay: config().DEMO || row.providers_saved_at === null,
    monetize: {
      channelSubscriptions: row.channel_subscriptions,
      paidContent: row.paid_content,
      platform: {
        period: row.platform_period as PlatformPeriod,
        net: row.platform_net,
        taxRate: row.platform_tax_rate,
        currency: row.platform_currency as CurrencyCode,
      },
    },
  };
}

/** A column of a secret: untouched when nothing was said of it, empty when that was wanted. */
const sealedColumn = (secret: Secret, given: string | undefined) =>
  given === undefined ? {} : { [secret]: given === '' ? null : seal(given, purposes[secret]) };

const monetizeColumns = ({ channelSubscriptions, paidContent, platform }: Monetization) => ({
  channel_subscriptions: channelSubscriptions,
  paid_content: paidContent,
  platform_period: platform.period,
  platform_net: platform.net,
  platform_tax_rate: platform.taxRate,
  platform_currency: platform.currency,
});

/** Does the form name a way of paying, or a part of one? */
const namesOne = ({ redsys, stripe }: Pick<MediaPayForm, 'redsys' | 'stripe'>): boolean =>
  [redsys.url, redsys.key, stripe.publicKey, stripe.secretKey, stripe.signingKey].some(Boolean);

/** Writes the settings as a whole, and who set them. */
export async function writeMediaPay(
  tx: Db,
  { redsys, stripe, monetize }: MediaPayForm,
  by: { userId: string; at: string },
): Promise<void> {
  await tx
    .updateTable('media_pay')
    .set({
      redsys_url: redsys.url,
      redsys_merchant: redsys.merchant,
      redsys_terminal: redsys.terminal,
      redsys_currency: redsys.currency,
      redsys_version: redsys.version,
      stripe_public_key: stripe.publicKey,
      ...sealedColumn('redsys_key', redsys.key),
      ...sealedColumn('stripe_secret_key', stripe.secretKey),
      ...sealedColumn('stripe_signing_key', stripe.signingKey),
      ...(monetize ? monetizeColumns(monetize) : {}),
      updated_by: by.userId,
      updated_at: by.at,
    })
    .$if(namesOne({ redsys, stripe }), (query) =>
      query.set({ providers_saved_at: sql<string>`coalesce(providers_saved_at, ${by.at})` }),
    )
    .execute();
}
