import { useState } from 'react';
import type { Sale } from '#contract/sales.ts';
import { Late, lateCode, tellMissed } from '#web/ui/late.tsx';
import type { SaleDeed } from './sale-actions.tsx';

const refundDialog = lateCode(async () => (await import('./refund-dialog.tsx')).RefundDialog);
const strandedDialog = lateCode(async () => (await import('./stranded-dialog.tsx')).StrandedDialog);
const undecidedDialog = lateCode(
  async () => (await import('./undecided-dialog.tsx')).UndecidedDialog,
);
const requestDialog = lateCode(async () => (await import('./request-dialog.tsx')).RequestDialog);

type Open = { sale: Sale; deed: SaleDeed };

/**
 * The dialogs of a list of sales. They stand beside the list and not in its rows, which are made anew
 * when a window is turned or the list comes again.
 */
export function useSaleDialogs() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const missed = () => {
    close();
    tellMissed();
  };
  const dialog = open && (
    <>
      {open.deed === 'refund' && (
        <Late code={refundDialog} missed={missed} wanted={0}>
          {(RefundDialog) => <RefundDialog sale={open.sale} close={close} />}
        </Late>
      )}
      {open.deed === 'stranded' && (
        <Late code={strandedDialog} missed={missed} wanted={0}>
          {(StrandedDialog) => <StrandedDialog sale={open.sale} close={close} />}
        </Late>
      )}
      {open.deed === 'undecided' && (
        <Late code={undecidedDialog} missed={missed} wanted={0}>
          {(UndecidedDialog) => <UndecidedDialog sale={open.sale} close={close} />}
        </Late>
      )}
      {open.deed === 'request' && (
        <Late code={requestDialog} missed={missed} wanted={0}>
          {(RequestDialog) => (
            <RequestDialog
              sale={open.sale}
              close={close}
              refund={() => setOpen({ ...open, deed: 'refund' })}
            />
          )}
        </Late>
      )}
    </>
  );
  return { dialog, open: (sale: Sale, deed: SaleDeed) => setOpen({ sale, deed }) };
}
