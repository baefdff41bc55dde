import type { Operator } from '#contract/pages.ts';
import { config } from '#server/platform/config.ts';

/** Who runs this installation, as its environment says; what it does not say is empty. */
export function findOperator(): Operator {
  const { OPERATOR_NAME, OPERATOR_TAX_ID, OPERATOR_ADDRESS, SUPPORT_EMAIL } = config();
  return {
    name: OPERATOR_NAME,
    taxId: OPERATOR_TAX_ID,
    address: OPERATOR_ADDRESS,
    email: SUPPORT_EMAIL,
  };
}
