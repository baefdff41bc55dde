import type { CastMember } from './demo/index.ts';
import { config } from './platform/config.ts';

type Said = { seeded: boolean; cast: CastMember[]; ffmpeg: string | null };

/** What the person who started us wants to know first. */
export function sayAddresses({ seeded, cast, ffmpeg }: Said): void {
  const { PUBLIC_URL, RTMP_PORT, RTMPS_PORT, ROLES, SMTP_URL } = config();
  const host = new URL(PUBLIC_URL).hostname;
  const lines = [
    '',
    `  Platea is open at        ${PUBLIC_URL}`,
    ...(ROLES.includes('media')
      ? [
          `  Encoders stream to       rtmp://${host}:${RTMP_PORT}/live   (the key is on the product's page)`,
          ...(RTMPS_PORT ? [`  and by TLS to            rtmps://${host}:${RTMPS_PORT}/live`] : []),
        ]
      : []),
    `  The API is described at  ${PUBLIC_URL}/api/docs`,
  ];
  if (cast.length > 0) {
    lines.push('', `  Demo log-ins${seeded ? ' (just made)' : ''}:`);
    for (const { email, password, who } of cast) {
      lines.push(`    ${email.padEnd(28)} ${password.padEnd(16)} ${who}`);
    }
  }
  if (!SMTP_URL)
    lines.push('', '  No SMTP_URL: mails are kept and shown under Manage → Sent e-mails.');
  if (!ffmpeg) lines.push('', '  ffmpeg is not installed: everything works but live streaming.');
  console.log(`${lines.join('\n')}\n`);
}

/** The same of a process without the role `web`. */
export function sayRoles(): void {
  console.log(
    `\n  Platea is at work as ${config().ROLES.join(' and ')}; pages are served elsewhere.\n`,
  );
}
