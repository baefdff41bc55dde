import { type MediaPayForm, mediaPayContract } from '#contract/media-pay.ts';
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

/** An administrator saves the providers. */
export async function saveProviders(form: Partial<MediaPayForm>): Promise<void> {
  const body = { ...noProviders(), ...form };
  await call(mediaPayContract.saveMediaPay, { as: await anAdmin(), body });
}
