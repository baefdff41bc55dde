import type { ExportCell } from './cells.rules.ts';

/** Without this mark Excel takes the accents of UTF-8 for something else. */
export const byteOrderMark = '\uFEFF';

/**
 * Where a spreadsheet would see a formula: at the start, and behind what it may take for the end of a
 * cell. Excel in Spanish and Portuguese divides at semicolons, whatever the quotes say.
 */
const formulaStarts = /(^|[;\t\r\n]["\s]*)(?=[=+\-@])/g;

/** RFC 4180: quoted where it must be, quotes doubled. What people typed is never a formula. */
export function csvText(text: string): string {
  const harmless = text.replaceAll(formulaStarts, "$1'");
  const guarded = /^[\t\r]/.test(harmless) ? `'${harmless}` : harmless;
  return /[",;\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function csvCell(cell: ExportCell): string {
  if (cell === null) return '';
  if (cell.kind === 'text') return csvText(cell.text);
  return cell.kind === 'number' ? cell.text : cell.local.replace('T', ' ');
}

export const csvLine = (cells: readonly ExportCell[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;
