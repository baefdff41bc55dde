import { data, Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { catalogContract, type ProductCard as ProductCardData } from '#contract/catalog.ts';
import { type ChannelPage as ChannelPageData, channelsContract } from '#contract/channels.ts';
import { channelCardAddress } from '#contract/shared/card-address.ts';
import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import { publicApi } from '#web/platform/public-api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageLinks } from '#web/ui/page-links.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { pageIn } from '#web/ui/table-query.ts';
import { ChannelHead } from '../parts/channel-head.tsx';
import { channelJsonLd } from '../parts/channel-json-ld.ts';
import classes from '../parts/channel-page.module.css';
import { ChannelTabs } from '../parts/channel-tabs.tsx';
import { HiddenChannel } from '../parts/hidden-channel.tsx';

const perPage = 24;
/** So many of each stand on the page of the channel; behind them there is a page for all. */
const shortList = 12;

type Part = 'upcoming' | 'past';
/** What has no date yet is to come. */
const dates = { upcoming: 'ahead', past: 'past' } as const;
type Products = { items: ProductCardData[]; total: number; page: number; size: number };
type Shown = { channel: ChannelPageData; when: Part | null } & Record<Part, Products | null>;
type Loaded = { shown: Shown | null };

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
    return { shown: { channel, when, upcoming, past } } as Loaded;
  } catch (error) {
    if ((error as { init?: { status?: number } }).init?.status !== 404) throw error;
    return data({ shown: null } as Loaded, { status: 404 });
  }
}

export const meta = pageMeta<typeof loader>('channels', ({ t, data: loaded, ...about }) => {
  const shown = (loaded as Loaded | undefined)?.shown;
  if (!shown) return { title: t('page.title'), noIndex: true };
  const { channel, upcoming, past } = shown;
  const shows = [...(upcoming?.items ?? []), ...(past?.items ?? [])];
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
    jsonLd: channelJsonLd(channel, {
      ...about,
      productSlugs: shows.map((show) => show.slug),
    }),
  };
});

export default function ChannelPage() {
  const { shown } = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  return shown ? <PublicChannel {...shown} /> : <HiddenChannel key={slug} slug={slug} />;
}

function PublicChannel({ channel, when, upcoming, past }: Shown) {
  const { t } = useTranslation('channels');
  const isEmpty = !when && upcoming?.total === 0 && past?.total === 0;
  return (
    <>
      <ChannelHead channel={channel} />
      <PageBody>
        <ChannelTabs slug={channel.slug} when={when} />
        {isEmpty && <EmptyState title={t('page.none')} text={t('page.noneText')} />}
        <Shows part="upcoming" products={upcoming} isWhole={when !== null} first />
        <Shows part="past" products={past} isWhole={when !== null} first={upcoming?.total === 0} />
      </PageBody>
    </>
  );
}

type ShowsProps = {
  part: Part;
  products: Products | null;
  /** Nothing else stands on the page: what is empty says so, and there may be more pages. */
  isWhole: boolean;
  first?: boolean;
};

function Shows({ part, products, isWhole, first }: ShowsProps) {
  const { t } = useTranslation('channels');
  if (!products) return null;
  const { items, total } = products;
  if (total === 0) {
    return isWhole ? <EmptyState title={t(`page.none.${part}`)} text={t('page.noneText')} /> : null;
  }
  return (
    <section className={classes.part} aria-labelledby={`shows-${part}`}>
      <div className={classes.partHead}>
        <h2 id={`shows-${part}`}>{t(`page.${part}`)}</h2>
        {!isWhole && total > items.length && (
          <Link to={`?when=${part}`}>{t('page.all', { count: total })}</Link>
        )}
      </div>
      <CardGrid as="ul">
        {items.map((card, at) => (
          <li key={card.id}>
            <ProductCard card={card} priority={first && at < 2} />
          </li>
        ))}
      </CardGrid>
      {isWhole && <PageLinks page={products} addressOf={(page) => `?when=${part}&page=${page}`} />}
    </section>
  );
}
