import { affiliatesContract } from '#contract/affiliates.ts';
import type { castList } from './cast.ts';
import type { Guest } from './guest.ts';

type Cast = Record<(typeof castList)[number]['key'], Guest>;
type Bringer = {
  owner: 'teatro' | 'sala';
  channel: string;
  name: string;
  code: string;
  commission: number;
  /** How many came by the link. */
  visits: number;
};

/** Who brings people to the channels of the demo. None of them exists. */
const bringers: Bringer[] = [
  {
    ...{ owner: 'teatro', channel: 'faro', name: 'Radio Bahía', code: 'RADIO-BAHIA' },
    ...{ commission: 1000, visits: 7 },
  },
  {
    ...{ owner: 'teatro', channel: 'faro', name: 'Cartelera del barrio', code: 'CARTELERA' },
    ...{ commission: 500, visits: 3 },
  },
  {
    ...{ owner: 'sala', channel: 'mare', name: 'Blog da Vizinhança', code: 'VIZINHANCA' },
    ...{ commission: 1500, visits: 5 },
  },
];

/** By whose link each viewer came to what they buy. */
export const broughtBy: Partial<Record<string, string>> = {
  'viewer premiere': 'RADIO-BAHIA',
  'fan samba': 'VIZINHANCA',
};

/** Links of people who bring buyers, and those who came by them. */
export async function bringPeople(cast: Cast, channels: Map<string, string>): Promise<void> {
  for (const { owner, channel, visits, ...link } of bringers) {
    const { items } = await cast[owner].call(affiliatesContract.listAffiliates, {
      query: { q: link.code },
    });
    const slug = channels.get(channel);
    // An earlier start has made it already.
    if (items.length > 0 || !slug) continue;
    const body = { ...link, channelSlug: slug, productSlug: null };
    await cast[owner].call(affiliatesContract.createAffiliate, { body });
    const visit = { code: link.code, of: 'channel', slug, isFirst: true } as const;
    for (let visitor = 0; visitor < visits; visitor += 1) {
      await cast[owner].call(affiliatesContract.noteVisit, { body: visit });
    }
  }
}
