import { z } from 'zod';
import { TimeZone } from './time.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** The rows that one file holds at most; a longer list is refused with `EXPORT_TOO_LONG`. */
export const mostExportedRows = 50_000;

/**
 * What an export is asked beside what its list is asked, in place of page and size: which file, and
 * the zone of its times (left out: that of the account, else Central European time).
 */
export const ExportChoice = z.object({
  format: ExportFormat.default('csv'),
  zone: TimeZone.optional(),
});
export type ExportChoice = z.infer<typeof ExportChoice>;
