import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { accountsContract } from '#contract/accounts.ts';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { enrolPerson } from '#server/accounts/index.ts';
import { now, useClock } from '#server/platform/clock.ts';
import { log } from '#server/platform/log.ts';
import { bringPeople } from './affiliates.ts';
import { type CastMember, castList } from './cast.ts';
import { findAddressesOf, isEmptySite } from './empty.queries.ts';
import { type Guest, guestOf } from './guest.ts';
import { drawCover, drawLogo, drawPoster } from './posters.ts';
import { recordShow } from './record-show.ts';
import { findDemoRun, writeDemoBegun, writeDemoFinished } from './run.store.ts';
import { type DemoChannel, type DemoShow, demoChannels, demoShows } from './shows.ts';
import { visitShows, visitShowsOfThen } from './visits.ts';

export type { CastMember } from './cast.ts';

type Cast = Record<(typeof castList)[number]['key'], Guest>;

/**
 * Begins to fill an empty installation by the endpoints that people use: cast, channels, shows of
 * the past; or goes on where an earlier start was interrupted. Answers whether it did. Runs before
 * the doors open, because the past is made with the clock put back. `finishDemo` must follow when
 * the doors are open.
 */
export async function beginDemo(http: FastifyInstance): Promise<boolean> {
  const run = await findDemoRun();
  if (run === 'finished' || (run === null && !(await isEmptySite()))) return false;
  await writeDemoBegun();
  const there = await findAddressesOf(castList.map(({ email }) => email));
  for (const { who: _, key, ...person } of castList) {
    if (there.has(person.email)) continue;
    const roles = { admin: 'ADMIN', teatro: 'PRODUCER', sala: 'PRODUCER' }[key as string];
    await enrolPerson({ ...person, roles: ['USER', ...(roles ? [roles as 'ADMIN'] : [])] });
  }
  const today = now();
  // Three weeks ago everything began; what lies in the past now was to come then.
  await at(today.subtract({ hours: 21 * 24 }), async () => {
    const cast = await logInAll(http);
    const opened = await slugsOf(cast);
    for (const channel of demoChannels) {
      const slug = opened.get(channel.key) ?? (await makeChannel(cast, channel));
      await openChannel(cast, channel, slug);
      const shows = demoShows.filter((show) => show.channel === channel.key && lies(show, 'past'));
      for (const show of shows) await announceShow(cast, { show, channel: slug, today });
    }
    await visitShowsOfThen(cast);
  });
  return true;
}

/** The people of the demo who can log in here: none where it was never made, or has been cleared. */
export async function listCast(): Promise<CastMember[]> {
  const there = await findAddressesOf(castList.map(({ email }) => email));
  return castList.filter(({ email }) => there.has(email));
}

/**
 * The rest of the demo, while the first visitor looks around: shows to come, tickets, and the
 * recordings, for which the shows of the past are streamed once.
 */
export async function finishDemo(http: FastifyInstance): Promise<void> {
  const cast = await logInAll(http);
  const channels = await slugsOf(cast);
  const today = now();
  for (const show of demoShows.filter((show) => lies(show, 'ahead'))) {
    await announceShow(cast, { show, channel: channels.get(show.channel) ?? '', today });
  }
  await bringPeople(cast, channels);
  await visitShows(cast);
  for (const show of demoShows) {
    if (show.recording) await recordShow(ownerOf(cast, show), show);
  }
  await writeDemoFinished();
  log().info('the demonstration is whole');
}

const lies = (show: DemoShow, where: 'past' | 'ahead'): boolean =>
  (where === 'past') === (show.when !== 'now' && (show.when[0]?.days ?? 0) < 0);

async function at(instant: Temporal.Instant, work: () => Promise<void>): Promise<void> {
  useClock(instant);
  try {
    await work();
  } finally {
    useClock(null);
  }
}

async function logInAll(http: FastifyInstance): Promise<Cast> {
  const stranger = guestOf(http, 'none');
  const entries: [string, Guest][] = [];
  for (const { key, email, password } of castList) {
    const { authToken } = await stranger.call(accountsContract.logIn, {
      body: { email, password },
    });
    entries.push([key, guestOf(http, authToken)]);
  }
  return Object.fromEntries(entries) as Cast;
}

const ownerOf = (cast: Cast, { channel }: { channel: string }): Guest =>
  cast[demoChannels.find(({ key }) => key === channel)?.owner ?? 'teatro'];

async function slugsOf(cast: Cast): Promise<Map<string, string>> {
  const slugs = new Map<string, string>();
  for (const owner of ['teatro', 'sala'] as const) {
    const { items } = await cast[owner].call(channelsContract.listMyChannels);
    for (const { title, slug } of items) {
      const channel = demoChannels.find((known) => known.title === title);
      if (channel) slugs.set(channel.key, slug);
    }
  }
  return slugs;
}

const offered = (total: number) =>
  ({ enabled: true, currency: 'EUR', taxRate: 2100, total }) as const;

async function makeChannel(cast: Cast, channel: DemoChannel): Promise<string> {
  const owner = cast[channel.owner];
  const coverImageId = await owner.upload(await drawCover(channel.poster));
  const logoId = await owner.upload(await drawLogo(channel.poster));
  const { slug } = await owner.call(channelsContract.createChannel, {
    body: {
      title: channel.title,
      description: channel.description,
      businessName: channel.businessName,
      classification: channel.classification,
      tags: channel.tags,
      coverImageId,
      logoId,
      profileImageId: logoId,
      ...(channel.month ? { subscription: offered(channel.month) } : {}),
      billing: {
        taxId: channel.taxId,
        prefix: '+34',
        phone: '900 000 000',
        address: 'Calle del Escenario 1',
        city: 'Cádiz',
        postalCode: '11001',
        country: 'ES',
        iban: 'ES9121000418450200051332',
      },
    },
  });
  return slug;
}

/** Moves a channel on to where it stands in the demo. */
async function openChannel(cast: Cast, channel: DemoChannel, slug: string): Promise<void> {
  const owner = cast[channel.owner];
  const params = { slug };
  const { items } = await owner.call(channelsContract.listMyChannels);
  let state = items.find((item) => item.slug === slug)?.state;
  if (channel.state !== 'draft' && state === 'draft') {
    await owner.call(channelsContract.submitChannel, { params });
    state = 'in_review';
  }
  if (channel.state === 'published' && state === 'in_review') {
    await cast.admin.call(channelsContract.approveChannel, { params });
  }
  if (channel.featured) {
    const body = { featured: true };
    await cast.admin.call(channelsContract.featureChannel, { params, body });
  }
}

type Announcing = { show: DemoShow; channel: string; today: Temporal.Instant };

async function announceShow(cast: Cast, announcing: Announcing): Promise<void> {
  const { show } = announcing;
  const owner = ownerOf(cast, show);
  const { items } = await owner.call(catalogContract.listOwnProducts, { query: { q: show.title } });
  const known = items.find(({ title }) => title === show.title);
  const slug = known?.slug ?? (await makeShow(owner, announcing));
  const params = { slug };
  const isDraft = !known || known.status === 'draft';
  if (isDraft && show.status === 'published') {
    await owner.call(catalogContract.publishProduct, { params });
  }
  if (isDraft && show.status === 'private') {
    await owner.call(catalogContract.makeProductPrivate, { params });
  }
  if (show.inMonth) {
    const body = { included: true };
    await owner.call(subscriptionsContract.markSubscriptionProduct, { params, body });
  }
  // An earlier start may have been interrupted between the two.
  if (show.featured && (isDraft || known.status === 'published')) {
    await cast.admin.call(catalogContract.featureProduct, { params, body: { featured: true } });
  }
}

async function makeShow(owner: Guest, { show, channel, today }: Announcing): Promise<string> {
  const pictureId = await owner.upload(await drawPoster(show.poster));
  const offer = show.offerPercent
    ? { by: 'total' as const, amount: Math.round((show.total * (100 - show.offerPercent)) / 100) }
    : null;
  const { slug } = await owner.call(catalogContract.createProduct, {
    body: {
      title: show.title,
      channel,
      language: show.language,
      shortDescription: show.short,
      description: show.description,
      pictureId,
      categories: show.categories,
      tags: show.tags,
      suggestedAge: show.age ?? 'all',
      plan: show.total > 0 ? 'paid' : 'free',
      price: { by: 'total', amount: show.total, taxRate: show.taxRate },
      offer,
      sessions: timesOf(show, today).map((startsAt) => ({
        startsAt,
        durationMinutes: show.minutes,
        capacity: show.capacity ?? null,
      })),
    },
  });
  return slug;
}

/** The wall clock times of a show's sessions, in the zone in which organizers type them. */
function timesOf({ when }: DemoShow, today: Temporal.Instant): string[] {
  const here = today.toZonedDateTimeISO(sessionZone);
  const minute = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'minute' });
  // A session must begin in the future to be sold; this one begins while the reader looks around.
  if (when === 'now') return [minute(here.add({ minutes: 2 }).toPlainDateTime())];
  return when.map(({ days, time }) =>
    minute(here.toPlainDate().add({ days }).toPlainDateTime(Temporal.PlainTime.from(time))),
  );
}
