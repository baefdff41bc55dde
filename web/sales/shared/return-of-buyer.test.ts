import { expect, test } from 'vitest';
import { withoutNotice } from './return-of-buyer.ts';

const page = 'https://platea.example/channels/a/subscribe?order=1';

test.each([
  [`${page}&Ds_SignatureVersion=HMAC_SHA256_V1&Ds_MerchantParameters=eyJ%3D&Ds_Signature=x%2Fy`],
  [page],
])('what the bank said of a card is left out of %s', (href) => {
  expect(withoutNotice(href)).toBe(page);
});
