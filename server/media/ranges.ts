export type ByteRange = { start: number; end: number };

/**
 * The one range of a Range header (`end` inclusive): null when the whole is wanted or the header
 * cannot be followed, 'unsatisfiable' when it lies behind the end (RFC 9110, 14.2).
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const parts = header && /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header);
  if (!parts) return null;
  const [, from = '', to = ''] = parts;
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  if (start >= size) return 'unsatisfiable';
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return end < start ? null : { start, end };
}
