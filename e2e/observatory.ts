/**
 * The score that the HTTP Observatory gives to the headers of a page, by its published rules
 * (mdn/mdn-http-observatory, src/grader/charts.js). Bonuses count from 90 points on, as there.
 * Redirection to https and HSTS are the proxy's on a machine without a certificate: an address on
 * localhost is judged as if it stood behind one that sets HSTS for six months or more.
 */
export function observatoryScore(headers: Headers): { score: number; why: string[] } {
  const judged = [csp, frames, referrer, sniffing, cookies, crossOrigin].flatMap((judge) =>
    judge(headers),
  );
  const losses = judged.filter(([points]) => points < 0);
  const before = 100 + sum(losses);
  const score = before >= 90 ? before + sum(judged.filter(([points]) => points > 0)) : before;
  return {
    score,
    why: judged.map(([points, reason]) => `${points > 0 ? '+' : ''}${points} ${reason}`),
  };
}

type Judged = [points: number, reason: string][];
const sum = (judged: Judged) => judged.reduce((total, [points]) => total + points, 0);

function csp(headers: Headers): Judged {
  const policy = headers.get('content-security-policy');
  if (!policy) return [[-25, 'no content security policy']];
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/);
      return [name, values] as const;
    }),
  );
  const scripts = directives.get('script-src') ?? directives.get('default-src') ?? ['*'];
  const judged: Judged = [];
  if (
    scripts.some((source) => ["'unsafe-inline'", 'data:', '*', 'https:', 'http:'].includes(source))
  ) {
    judged.push([-20, 'scripts may be inline or come from anywhere']);
  }
  if (scripts.includes("'unsafe-eval'")) judged.push([-10, 'scripts may be evaluated']);
  const strict =
    directives.get('default-src')?.join() === "'none'" &&
    directives.has('form-action') &&
    judged.length === 0;
  const styles = directives.get('style-src') ?? [];
  if (strict && !styles.includes("'unsafe-inline'")) judged.push([10, "default-src 'none'"]);
  else if (judged.length === 0 && !styles.includes("'unsafe-inline'"))
    judged.push([5, 'no unsafe sources']);
  return judged;
}

function frames(headers: Headers): Judged {
  const byPolicy = /frame-ancestors/.test(headers.get('content-security-policy') ?? '');
  if (byPolicy) return [[5, 'frame-ancestors']];
  return headers.has('x-frame-options') ? [] : [[-20, 'may be framed by anyone']];
}

const strictReferrers = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
];
function referrer(headers: Headers): Judged {
  const policy = headers.get('referrer-policy');
  if (!policy) return [];
  return strictReferrers.includes(policy)
    ? [[5, 'referrer policy']]
    : [[-5, 'referrer policy leaks']];
}

const sniffing = (headers: Headers): Judged =>
  headers.get('x-content-type-options') === 'nosniff' ? [] : [[-5, 'content may be sniffed']];

function cookies(headers: Headers): Judged {
  const set = headers.getSetCookie();
  return set.every(
    (cookie) => /secure/i.test(cookie) && /httponly/i.test(cookie) && /samesite/i.test(cookie),
  )
    ? []
    : [[-40, 'a cookie without Secure, HttpOnly or SameSite']];
}

function crossOrigin(headers: Headers): Judged {
  const judged: Judged = [];
  if (headers.get('cross-origin-opener-policy') === 'same-origin') judged.push([10, 'COOP']);
  if (headers.get('cross-origin-resource-policy')?.startsWith('same-')) judged.push([10, 'CORP']);
  return judged;
}
