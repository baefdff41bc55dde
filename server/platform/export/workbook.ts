import { Worker } from 'node:worker_threads';
import { refuse } from '../errors.ts';
import type { ExportCell } from './cells.rules.ts';

export type Workbook = {
  sheet: string;
  heads: string[];
  /** In characters. */
  widths: number[];
  batches: AsyncIterable<ExportCell[][]>;
};

/** Each holds a whole list in memory. */
const mostAtOnce = 2;
let underWay = 0;

/** An xlsx file with one sheet. BUSY while two others are being written. */
export async function writeWorkbook({ batches, ...given }: Workbook): Promise<Buffer> {
  if (underWay >= mostAtOnce) refuse('BUSY', { values: { seconds: 10 } });
  underWay += 1;
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: given,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  });
  try {
    const written = new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the workbook was not written')));
    });
    // Until it is awaited nobody hears of its failure, and that would end the process.
    written.catch(() => undefined);
    for await (const batch of batches) worker.postMessage(batch);
    worker.postMessage(null);
    return Buffer.from(await written);
  } finally {
    underWay -= 1;
    await worker.terminate();
  }
}
