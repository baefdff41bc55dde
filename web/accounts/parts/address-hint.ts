/** Where most addresses are, and how they end. */
const known = [
  ...[
    'gmail.com',
    'hotmail.com',
    'outlook.com',
    'yahoo.com',
    'icloud.com',
    'live.com',
    'proton.me',
  ],
  ...['hotmail.es', 'yahoo.es', 'outlook.es', 'gmx.es', 'telefonica.net'],
  ...[
    'hotmail.com.br',
    'yahoo.com.br',
    'outlook.com.br',
    'uol.com.br',
    'bol.com.br',
    'terra.com.br',
  ],
];

/** The address that was probably meant; null when nothing looks mistyped. */
export function likelyAddress(typed: string): string | null {
  const email = typed.trim();
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || !domain.includes('.') || known.includes(domain)) return null;
  const near = known
    .map((other) => ({ other, steps: stepsBetween(domain, other) }))
    .toSorted((a, b) => a.steps - b.steps)[0];
  // One slip in a short name, two in a long one: more is another domain.
  const most = near && near.other.length > 8 ? 2 : 1;
  return near && near.steps <= most ? `${email.slice(0, at)}@${near.other}` : null;
}

/** Letters left out, put in, changed, or swapped with their neighbour, from one text to the other. */
function stepsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const above = rows[i - 1] ?? [];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (above[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (above[j - 1] ?? 0) + same,
          isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
