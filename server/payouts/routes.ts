import { myPayoutsContract } from '#contract/my-payouts.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { mount } from '#server/platform/http/mount.ts';
import { collectPayouts } from './collect-payouts.ts';
import { confirmAccount } from './confirm-account.ts';
import { exportDac7 } from './export-dac7.ts';
import { exportRun, sepaFile } from './export-run.ts';
import { lookIntoPayout } from './look-into-payout.ts';
import { approveRun, dropRun, holdPayout } from './move-run.ts';
import { listMyPayouts } from './my-payouts.queries.ts';
import { getRun, listRuns } from './runs.queries.ts';
import { returnPayout, settleRun } from './settle-run.ts';
import {
  statementList,
  statementPdf,
  teamStatementList,
  teamStatementPdf,
} from './statement-file.ts';
import { transferList } from './transfer-list.ts';

export const payoutsRoutes = mount(payoutsContract, {
  listPayoutRuns: ({ query }) => listRuns(query),
  collectPayouts: ({ actor }) => collectPayouts(actor),
  getPayoutRun: ({ params }) => getRun(params.id),
  approvePayoutRun: ({ actor, params }) => approveRun(actor, params.id),
  dropPayoutRun: ({ actor, params }) => dropRun(actor, params.id),
  holdPayout: ({ params, body }) => holdPayout(params.id, body.reason),
  exportPayoutRun: ({ actor, params }) => exportRun(actor, params.id),
  getSepaFile: ({ params }) => sepaFile(params.id),
  getTransferList: ({ actor, params, query, language }) =>
    transferList(params.id, query, { actor, language }),
  settlePayoutRun: ({ actor, params }) => settleRun(actor, params.id),
  returnPayout: ({ params, body }) => returnPayout(params.id, body.reason),
  confirmPayoutAccount: ({ actor, params }) => confirmAccount(actor, params.id),
  getPayout: ({ params, query, language }) => lookIntoPayout(params.id, { ...query, language }),
  getPayoutStatement: ({ actor, params, language }) =>
    teamStatementPdf(params.id, { actor, language }),
  exportPayoutStatement: ({ actor, params, query, language }) =>
    teamStatementList(params.id, query, { actor, language }),
  exportDac7: ({ actor, query, language }) => exportDac7(query, { actor, language }),
});

export const myPayoutsRoutes = mount(myPayoutsContract, {
  listMyPayouts: ({ actor, query }) => listMyPayouts(actor, query),
  getStatement: ({ actor, params, language }) => statementPdf(params.id, { actor, language }),
  exportStatement: ({ actor, params, query, language }) =>
    statementList(params.id, query, { actor, language }),
});
