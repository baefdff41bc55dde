import { beforeAll, describe, expect, it } from 'vitest';
import { accountsContract } from '#contract/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { siteContract } from '#contract/site.ts';
import { areas } from '#server/app.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { type Cast, refusal, send } from '#test/story.ts';

const endpoints = areas.flatMap(({ contract }) => Object.entries(contract));
const whoMay = (who: Endpoint['who']) => endpoints.filter(([, endpoint]) => endpoint.who === who);

/** Nothing of it exists: whoever gets past the first gate is refused for another reason. */
const given = {
  params: {
    slug: 'nothing-here',
    id: '00000000-0000-7000-8000-000000000000',
    sessionId: '00000000-0000-7000-8000-000000000000',
    code: 'NOTHING-HERE',
    position: 0,
  },
};
const refused = (endpoint: Endpoint, as?: Cast) =>
  refusal(endpoint as never, { ...given, ...(as ? { as } : {}) } as never);

const notLoggedIn = { status: 401, code: 'NOT_LOGGED_IN' };
const forbidden = { status: 403, code: 'FORBIDDEN' };

let viewer: Cast;
let organizer: Cast;
let admin: Cast;
beforeAll(async () => {
  [viewer, organizer, admin] = await Promise.all([aViewer(), anOrganizer(), anAdmin()]);
});

describe('a call that not everybody may make', () => {
  const closed = endpoints.filter(([, { who }]) => who !== 'public');
  it.each(closed)('%s is refused to a stranger', async (_name, endpoint) => {
    expect(await refused(endpoint)).toEqual(notLoggedIn);
  });

  it.each(whoMay('producer'))('%s is refused to a viewer', async (_name, endpoint) => {
    expect(await refused(endpoint, viewer)).toEqual(forbidden);
  });

  it.each(whoMay('admin'))('%s is refused to viewers and organizers', async (_name, endpoint) => {
    expect(await refused(endpoint, viewer)).toEqual(forbidden);
    expect(await refused(endpoint, organizer)).toEqual(forbidden);
  });

  it('is closed by role, not by chance: whoever has the role is told that nothing is there', async () => {
    const nothing = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
    const find = (name: string) => endpoints.find(([known]) => known === name)?.[1] as Endpoint;
    expect(await refused(find('publishProduct'), organizer)).toEqual(nothing);
    expect(await refused(find('submitChannel'), organizer)).toEqual(nothing);
    expect(await refused(find('approveChannel'), admin)).toEqual(nothing);
    expect(await refused(find('liftChannelBan'), admin)).toEqual(nothing);
  });
});

it('what is answered stays in no store on the way', async () => {
  const answers = await Promise.all([
    send(accountsContract.getMe, { as: viewer }),
    send(siteContract.getConfig, { as: viewer }),
    send(accountsContract.getMe, {}),
  ]);
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
    [200, 'private, no-store'],
    [200, 'private, no-store'],
    [401, 'no-store'],
  ]);
});
