/**
 * Writes a workbook in a thread of its own: fifty thousand rows take seconds, in which the main
 * thread has live pictures to pass on. Rows arrive in batches; `null` ends them.
 */
import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import { decimalsOf, type ExportCell } from './cells.rules.ts';

type Given = { sheet: string; heads: string[]; widths: number[] };
const { sheet, heads, widths } = workerData as Given;

const rows: SheetData = [heads.map((value) => ({ value, type: String, fontWeight: 'bold' }))];

function cellOf(cell: ExportCell): CellObject | null {
  if (cell === null) return null;
  // Told to be text, it is never a formula, whatever it begins with.
  if (cell.kind === 'text') return { value: cell.text, type: String };
  if (cell.kind === 'moment') {
    return { value: new Date(`${cell.local}Z`), type: Date, format: 'yyyy-mm-dd hh:mm' };
  }
  const decimals = decimalsOf(cell.text);
  const format = decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '0';
  return { value: Number(cell.text), type: Number, format };
}

parentPort?.on('message', async (batch: ExportCell[][] | null) => {
  if (batch) {
    for (const cells of batch) rows.push(cells.map(cellOf));
    return;
  }
  const columns = widths.map((width) => ({ width }));
  const file = await writeExcelFile(rows, { sheet, columns, stickyRowsCount: 1 }).toBuffer();
  parentPort?.postMessage(new Uint8Array(file));
  parentPort?.close();
});
