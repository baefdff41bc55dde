import { type FieldFault, fieldFaults } from './errors.ts';

/** What zod says is wrong, as far as it is needed to name the fault. */
export type Issue = {
  code?: string;
  message?: string;
  format?: string;
  origin?: string;
  minimum?: number | bigint;
  input?: unknown;
  keys?: string[];
};

const formats: Record<string, FieldFault> = { email: 'not_an_email', url: 'not_a_url' };

/** Which fault of the catalogue a zod issue is. Custom rules name theirs as the message. */
export function faultOfIssue(issue: Issue): FieldFault {
  if (fieldFaults.includes(issue.message as FieldFault)) return issue.message as FieldFault;
  if (issue.code === 'unrecognized_keys') return 'unknown';
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too_long' : 'too_big';
  if (issue.code === 'too_small') {
    if (issue.origin !== 'string' && issue.origin !== 'array') return 'too_small';
    return issue.minimum === 1 ? 'required' : 'too_short';
  }
  if (issue.code === 'invalid_format') return formats[issue.format ?? ''] ?? 'invalid';
  if (issue.code === 'invalid_type') {
    return issue.message?.includes('received undefined') || issue.message?.includes('received null')
      ? 'required'
      : 'invalid';
  }
  return 'invalid';
}
