import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import { noticesContract } from '#contract/notices.ts';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { lastMailTo, linkIn } from '#test/factories/mails.ts';
import { call } from '#test/story.ts';
import { tidyAccounts } from './jobs.ts';

const answers: Record<string, string> = { DATA: '354 go on', QUIT: '221 bye' };

/** A mail server that takes everything; answers its address and the letters as they came. */
async function aMailServer() {
  const letters: string[] = [];
  const talk = (socket: Socket) => {
    let heard = '';
    let letter: string | null = null;
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      heard += chunk;
      for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
        const line = heard.slice(0, end);
        heard = heard.slice(end + 2);
        if (letter !== null && line !== '.') letter += `${line}\n`;
        else if (letter !== null) {
          letters.push(letter);
          letter = null;
          socket.write('250 taken\r\n');
        } else {
          if (line === 'DATA') letter = '';
          socket.write(`${answers[line] ?? '250 well'}\r\n`);
        }
      }
    });
  };
  const server = createServer(talk).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, letters, close: () => server.close() };
}

const forget = async (person: Someone): Promise<string> => {
  await call(accountsContract.requestRecovery, { body: { email: person.email } });
  await runKeptJobs();
  return linkIn(await lastMailTo(person.email), '/reset-password/');
};
const rowsOf = ({ email }: Someone) =>
  db().selectFrom('mails').selectAll().where('recipient', '=', email).execute();
const readByAdmin = async (person: Someone) => {
  const [row] = await rowsOf(person);
  const params = { id: row?.id ?? '' };
  return call(noticesContract.getMail, { as: await anAdmin(), params });
};

afterEach(() => overrideConfig({ SMTP_URL: undefined }));

describe('the link in a letter', () => {
  it('stands nowhere in the table in clear', async () => {
    const person = await aViewer();
    const token = await forget(person);
    const [row] = await rowsOf(person);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify({ ...row, secret: null }).includes(token)).toBe(false);
    expect(row?.secret?.includes(token)).toBe(false);
  });

  it('is handed over by administrators where no mail server is, as long as it holds', async () => {
    useClock('2026-06-01T10:00:00Z');
    const person = await aViewer();
    const link = `/reset-password/${await forget(person)}`;
    const shown = await readByAdmin(person);
    expect([shown.state, shown.text.includes(link), shown.html.includes(link)]).toEqual([
      'kept',
      true,
      true,
    ]);
    useClock('2026-06-01T11:00:00Z');
    const later = await readByAdmin(person);
    expect(later.text.includes(link)).toBe(false);
    expect(later.text).toContain('/reset-password/…');
    expect(later.html).toContain('/reset-password/…');
  });

  it('leaves with the letter, and is then in no administrator’s sight', async () => {
    const server = await aMailServer();
    overrideConfig({ SMTP_URL: server.url });
    const person = await aViewer();
    await call(accountsContract.requestRecovery, { body: { email: person.email } });
    await runKeptJobs();
    server.close();
    const [letter = ''] = server.letters.map((text) => text.replaceAll('=\n', ''));
    const token = /\/reset-password\/([\w-]{43})/.exec(letter)?.[1] ?? '';
    const password = 'Second-night-1!';
    await call(accountsContract.resetPassword, {
      body: { token, password, confirmation: password },
    });
    const shown = await readByAdmin(person);
    expect(shown.state).toBe('sent');
    expect(shown.text).toContain('/reset-password/…');
    const [row] = await rowsOf(person);
    expect([row?.secret, row?.html.includes(token)]).toEqual([null, false]);
  });

  it('is dropped by night once it opens nothing any more', async () => {
    useClock('2026-06-01T10:00:00Z');
    const person = await aViewer();
    await forget(person);
    const secret = async () => (await rowsOf(person))[0]?.secret ?? null;
    const night = async (at: string) => {
      useClock(at);
      await enqueueNow(tidyAccounts, {});
      await runKeptJobs();
    };
    await night('2026-06-01T10:59:00Z');
    expect(await secret()).not.toBe(null);
    await night('2026-06-01T11:00:01Z');
    expect(await secret()).toBe(null);
  });
});
