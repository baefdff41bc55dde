import { data, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { channelCardAddress } from '#contract/shared/card-address.ts';
import { pageContext } from '#web/platform/load-context.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { pageIn } from '#web/ui/table-query.ts';
import { channelJsonLd } from '../parts/channel-json-ld.ts';
import { HiddenChannel } from '../parts/hidden-channel.tsx';
import { type Part, PublicChannel, type ShownChannel } from '../parts/public-channel.tsx';

const perPage = 24;
/** So many of each stand on the page of the channel; behind them there is a page for all. */
const shortList = 12;

/** What has no date yet is to come. */
const dates = { upcoming: 'ahead', past: 'past' } as const;
/** What search engines read is made where the page is: no browser needs it. */
type Loaded = { shown: ShownChannel | null; jsonLd?: object };

/** What nobody may see is answered as not found; the browser then asks in the viewer's name. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const api = publicApi(context);
  const given = { slug: params.slug ?? '' };
  const asked = new URL(request.url).searchParams.get('when');
  const when = asked === 'upcoming' || asked === 'past' ? asked : null;
  const list = (part: Part) => {
    if (when && when !== part) return null;
    const page = when ? pageIn(request.url) : 1;
    const query = {
      when: dates[part],
      page,
      size: when ? perPage : shortList,
      sort: 'soon',
    } as const;
    return api(catalogContract.listChannelProducts, { params: given, query });
  };
  try {
    const [channel, upcoming, past] = await Promise.all([
      api(channelsContract.getChannel, { params: given }),
      list('upcoming'),
      list('past'),
    ]);
    const shows = [...(upcoming?.items ?? []), ...(past?.items ?? [])];
    const slugs = shows.map((show) => show.slug);
    const jsonLd = channelJsonLd(channel, slugs, context.get(pageContext));
    return { shown: { channel, when, upcoming, past }, jsonLd } as Loaded;
  } catch (error) {
    if ((error as { init?: { status?: number } }).init?.status !== 404) throw error;
    return data({ shown: null } as Loaded, { status: 404 });
  }
}

export const meta = pageMeta<typeof loader>('channels', ({ t, data: loaded, ...about }) => {
  const { shown, jsonLd } = (loaded ?? {}) as Partial<Loaded>;
  if (!shown) return { title: t('page.title'), noIndex: true };
  const { channel } = shown;
  const { title, description, slug } = channel;
  const picture = channel.cover ?? channel.profileImage ?? channel.logo;
  const facts = { slug, title, description, pictureId: picture?.id ?? null };
  const more = t('page.metaMore', { channel: title });
  return {
    title,
    description: description.length < 70 ? `${description} ${more}`.trim() : description,
    image: channelCardAddress(facts, about.language),
    imageAlt: title,
    type: 'profile',
    feed: `/channels/${slug}/feed.xml`,
    jsonLd,
  };
});

export default function ChannelPage() {
  const { shown } = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  return shown ? <PublicChannel {...shown} /> : <HiddenChannel key={slug} slug={slug} />;
}
