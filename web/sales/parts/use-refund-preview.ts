import { useEffect, useState } from 'react';
import { type RefundPreview, refundsContract } from '#contract/refunds.ts';
import type { Bearer, RefundReason } from '#contract/shared/refunds.ts';
import { api } from '#web/platform/api.ts';
import { notifyError } from '#web/platform/notices.ts';

type Wish = {
  line: string | null;
  amount: number | null;
  reasonCode: RefundReason;
  bearer: Bearer | null;
};

/** What a refund would take from whom; the one before stays until the new one is there. */
export function useRefundPreview(id: string, { line, amount, reasonCode, bearer }: Wish) {
  const [preview, setPreview] = useState<RefundPreview | null>(null);
  useEffect(() => {
    let isWanted = true;
    const query = {
      reasonCode,
      ...(line ? { line } : {}),
      ...(amount ? { amount } : {}),
      ...(bearer ? { bearer } : {}),
    };
    api(refundsContract.previewRefund, { params: { id }, query }).then(
      (answer) => isWanted && setPreview(answer),
      (fault) => isWanted && notifyError(fault),
    );
    return () => {
      isWanted = false;
    };
  }, [id, line, amount, reasonCode, bearer]);
  return { preview };
}
