import type { ExportCell } from './cells.rules.ts';

/** Without this mark Excel takes the accents of UTF-8 for something else. */
export const byteOrderMark = '\uFEFF';

/** What a spreadsheet would take for a formula when it opens the file. */
const formulaSigns = /^[=+\-@\t\r]/;

/** RFC 4180: quoted where it must be, quotes doubled. What people typed is never a formula. */
export function csvText(text: string): string {
  const guarded = formulaSigns.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function csvCell(cell: ExportCell): string {
  if (cell === null) return '';
  if (cell.kind === 'text') return csvText(cell.text);
  return cell.kind === 'number' ? cell.text : cell.local.replace('T', ' ');
}

export const csvLine = (cells: readonly ExportCell[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;
