import { createHash } from 'node:crypto';
import { type RecordFacts, textOfRecord } from './verifactu.rules.ts';

/** SHA-256 of a text in UTF-8, in capitals. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex').toUpperCase();

/** The hash of a record, as the tax agency specifies it for a `RegistroAlta`. */
export const hashOfRecord = (facts: RecordFacts): string => fingerprint(textOfRecord(facts));
