import type { Seller } from '#server/channels/index.ts';
import { config } from '#server/platform/config.ts';

/** Who runs the site, as papers name who sells what is the platform's own. */
export function operator(): Seller {
  const { SITE_NAME, OPERATOR_NAME, OPERATOR_TAX_ID, OPERATOR_ADDRESS, OPERATOR_COUNTRY } =
    config();
  const party = { name: OPERATOR_NAME, taxId: OPERATOR_TAX_ID, address: OPERATOR_ADDRESS };
  return {
    title: SITE_NAME,
    billing: { ...party, city: '', postalCode: '', country: OPERATOR_COUNTRY },
  };
}
