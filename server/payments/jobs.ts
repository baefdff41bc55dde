import { db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { attachmentsMadeBy } from '#server/platform/mail/deliver.ts';
import { LedgerDiffers, RecordsDiffer } from './announcements.ts';
import { forgetPayers } from './forget-payers.ts';
import { invoicePdf } from './invoice-file.ts';
import { followSetups } from './keep-card.ts';
import { listDifferences } from './ledger.queries.ts';
import { connectSandbox } from './providers/sandbox.ts';
import { reconcilePayments } from './reconcile.ts';
import { checkRecords } from './records.queries.ts';
import { handleUnhandled } from './replay-event.ts';
import { receiveCallback } from './take-event.ts';

/** The word by which mails ask for an invoice as attachment. */
export const invoiceAttachment = 'invoice';

connectSandbox((callback) => receiveCallback('sandbox', callback));
attachmentsMadeBy(invoiceAttachment, invoicePdf);

export const reconcileJob = defineJob<object>(
  'reconcile-payments',
  async () => {
    await reconcilePayments();
  },
  { cron: '* * * * *', retryLimit: 0 },
);

/** A card that was given is no money: it may be heard of some minutes later. */
export const setupsJob = defineJob<object>('follow-setups', followSetups, {
  cron: '*/5 * * * *',
  retryLimit: 0,
});

/** Apart from the reconciler: notices that break one after the other keep no payment waiting. */
export const noticesJob = defineJob<object>('handle-notices', handleUnhandled, {
  cron: '* * * * *',
  retryLimit: 0,
});

export const ledgerJob = defineJob<object>(
  'check-ledger',
  async () => {
    const differences = await listDifferences(db());
    if (differences.length === 0) return;
    const found = new Set(differences.flatMap(({ orderId }) => orderId ?? []));
    const orderIds = [...found].slice(0, 20);
    await inTransaction((tx) =>
      announce(tx, LedgerDiffers, { differences: differences.length, orderIds }),
    );
  },
  { cron: '17 3 * * *' },
);

export const recordsJob = defineJob<object>(
  'check-invoice-records',
  async () => {
    const { faults: found } = await checkRecords();
    // Numbers given twice are of before, and stay: the check says them to whoever asks, not every night.
    const faults = found.filter(({ what }) => what !== 'duplicate');
    const taxId = faults[0]?.taxId;
    if (taxId === undefined) return;
    const orders = faults.flatMap(({ orderId }) => orderId ?? []);
    const orderIds = [...new Set(orders)].slice(0, 20);
    await inTransaction((tx) =>
      announce(tx, RecordsDiffer, { faults: faults.length, taxId, orderIds }),
    );
  },
  { cron: '27 3 * * *' },
);

export const forgetJob = defineJob<object>('forget-payers', forgetPayers, { cron: '47 3 * * *' });
