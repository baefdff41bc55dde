import type { MediaPay, MediaPayForm } from '#contract/media-pay.ts';
import type { Monetization } from '#contract/shared/monetization.ts';
import { nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { afterCommit, db, inTransaction } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { demandRateOf } from '#server/site/index.ts';
import { MonetizationSaved } from '../announcements.ts';
import { isRecorded } from '../verifactu.rules.ts';
import { forgetMediaPay, getMediaPay } from './media-pay.queries.ts';
import { canSellItself, isOfOneMode } from './media-pay.rules.ts';
import { loadMediaPay, writeMediaPay } from './media-pay.store.ts';

/**
 * An administrator saves who takes the payments. Refuses VALIDATION when the keys of Stripe are of
 * two modes, or when the site is to be sold and nobody is named who sells it, RATE_MISSING when it is to be
 * sold from Spain in a currency without a rate to the euro, ADMIN.PAGE.SAVE_ERROR when saving fails.
 */
export async function saveMediaPay(actor: Actor, form: MediaPayForm): Promise<MediaPay> {
  await save(actor, form).catch((cause) => {
    if (cause instanceof Refusal) throw cause;
    return refuse('ADMIN.PAGE.SAVE_ERROR', { cause });
  });
  return getMediaPay();
}

async function save(actor: Actor, form: MediaPayForm): Promise<void> {
  const { stripe, monetize: before } = await loadMediaPay(db());
  const { publicKey, secretKey = stripe.secretKey } = form.stripe;
  if (!isOfOneMode({ stripe: { publicKey, secretKey } })) {
    refuse('VALIDATION', { fields: { 'stripe.secretKey': 'invalid' } });
  }
  const { period } = form.monetize?.platform ?? { period: 'off' };
  if (period !== 'off' && !canSellItself(config())) {
    refuse('VALIDATION', { fields: { 'monetize.platform.period': 'no_operator' } });
  }
  if (form.monetize) await demandRate(form.monetize.platform, before.platform);
  await inTransaction(async (tx) => {
    await writeMediaPay(tx, form, { userId: actor.id, at: nowText() });
    afterCommit(tx, forgetMediaPay);
    await announce(tx, MonetizationSaved, {});
  });
}

type Platform = Monetization['platform'];

/** There would be no right paper of it. A price that stays is not asked about. */
async function demandRate({ period, currency, net }: Platform, before: Platform): Promise<void> {
  if (period === 'off' || currency === 'EUR') return;
  const stays = before.period !== 'off' && before.currency === currency && before.net === net;
  if (stays || !isRecorded({ country: config().OPERATOR_COUNTRY })) return;
  await demandRateOf(db(), { currency });
}
