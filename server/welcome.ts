import { castList } from './demo/cast.ts';
import { config } from './platform/config.ts';

/** What the person who started us wants to know first. */
export function sayAddresses({ seeded, ffmpeg }: { seeded: boolean; ffmpeg: string | null }): void {
  const { PUBLIC_URL, RTMP_PORT, SMTP_URL, DEMO } = config();
  const host = new URL(PUBLIC_URL).hostname;
  const lines = [
    '',
    `  Platea is open at        ${PUBLIC_URL}`,
    `  Encoders stream to       rtmp://${host}:${RTMP_PORT}/live   (the key is on the product's page)`,
    `  The API is described at  ${PUBLIC_URL}/api/docs`,
  ];
  if (DEMO) {
    lines.push('', `  Demo log-ins${seeded ? ' (just made)' : ''}:`);
    for (const { email, password, who } of castList) {
      lines.push(`    ${email.padEnd(28)} ${password.padEnd(16)} ${who}`);
    }
  }
  if (!SMTP_URL)
    lines.push('', '  No SMTP_URL: mails are kept and shown under Manage → Track e-mails.');
  if (!ffmpeg) lines.push('', '  ffmpeg is not installed: everything works but live streaming.');
  console.log(`${lines.join('\n')}\n`);
}
