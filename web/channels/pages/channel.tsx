import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { ProductCard } from '#web/catalog/shared/product-card.tsx';
import { publicApi } from '#web/platform/public-api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { ChannelHead } from '../parts/channel-head.tsx';
import { channelJsonLd } from '../parts/channel-json-ld.ts';
import classes from '../parts/channel-page.module.css';

const perPage = 24;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const api = publicApi(context);
  const given = { slug: params.slug ?? '' };
  const asked = Number(new URL(request.url).searchParams.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked > 0 && asked <= 1000 ? asked : 1;
  const [channel, products] = await Promise.all([
    api(channelsContract.getChannel, { params: given }),
    api(catalogContract.listChannelProducts, {
      params: given,
      query: { page, size: perPage, sort: 'soon' },
    }),
  ]);
  return { channel, products };
}

export const meta = pageMeta<typeof loader>('channels', ({ t, data, publicUrl }) => {
  const { title, description, cover, logo, profileImage } = data?.channel ?? {};
  const picture = cover ?? profileImage ?? logo;
  return {
    title: title ?? t('page.title'),
    ...(description ? { description } : {}),
    ...(picture ? { image: `/images/${picture.id}/${picture.widths.at(-1)}.jpg` } : {}),
    type: 'profile',
    ...(data ? { jsonLd: channelJsonLd(data.channel, publicUrl) } : {}),
  };
});

export default function ChannelPage() {
  const { channel, products } = useLoaderData<typeof loader>();
  const { t } = useTranslation('channels');
  return (
    <>
      <ChannelHead channel={channel} />
      <PageBody>
        <h2 className={classes.shows}>{t('page.shows')}</h2>
        {products.total === 0 ? (
          <EmptyState title={t('page.none')} text={t('page.noneText')} />
        ) : (
          <CardGrid as="ul">
            {products.items.map((card) => (
              <li key={card.id}>
                <ProductCard card={card} />
              </li>
            ))}
          </CardGrid>
        )}
        <Pages page={products.page} more={products.page * perPage < products.total} />
      </PageBody>
    </>
  );
}

function Pages({ page, more }: { page: number; more: boolean }) {
  const { t } = useTranslation('channels');
  if (page === 1 && !more) return null;
  return (
    <nav className={classes.pages}>
      {page > 1 && <Link to="?">{t('page.fewer')}</Link>}
      {more && <Link to={`?page=${page + 1}`}>{t('page.more')}</Link>}
    </nav>
  );
}
