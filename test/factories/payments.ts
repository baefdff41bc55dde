import { type MediaPayForm, mediaPayContract } from '#contract/media-pay.ts';
import { db } from '#server/platform/database/index.ts';
import { call } from '#test/story.ts';
import { anAdmin } from './accounts.ts';

/** What the screen of the providers sends when nothing is entered: the sandbox takes the payments. */
export const noProviders = (): MediaPayForm => ({
  redsys: {
    ...{ url: '', merchant: '', terminal: '', currency: 'EUR', version: 'HMAC_SHA256_V1' },
    key: '',
  },
  stripe: { publicKey: '', secretKey: '', signingKey: '' },
});

/** An administrator saves the providers; nothing: it is as if none had ever been set. */
export async function saveProviders(form: Partial<MediaPayForm>): Promise<void> {
  if (Object.keys(form).length === 0) {
    await db().updateTable('media_pay').set({ providers_saved_at: null }).execute();
  }
  const body = { ...noProviders(), ...form };
  await call(mediaPayContract.saveMediaPay, { as: await anAdmin(), body });
}
