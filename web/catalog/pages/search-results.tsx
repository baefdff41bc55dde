import { IconMoodEmpty, IconSearch } from '@tabler/icons-react';
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { catalogContract } from '#contract/catalog.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLinks } from '#web/ui/page-links.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { pageIn } from '#web/ui/table-query.ts';
import classes from '../parts/search-results.module.css';
import { ProductCard } from '../shared/product-card.tsx';

const perPage = 24;
const fewestLetters = 3;

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Too few letters are answered with a hint, not with an error. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const q = (search.get('q') ?? '').trim().slice(0, 100);
  if (lettersIn(q) < fewestLetters) return { q, found: null };
  const found = await publicApi(context)(catalogContract.searchProducts, {
    query: { q, page: pageIn(request.url), size: perPage },
  });
  return { q, found };
}

export const meta = pageMeta<typeof loader>('catalog', ({ t, data }) => ({
  title: data?.q ? t('search.titleFor', { q: data.q }) : t('search.title'),
  noIndex: true,
}));

export default function SearchResultsPage() {
  const { q, found } = useLoaderData<typeof loader>();
  const { t } = useTranslation('catalog');
  const lead = found ? t('search.found', { count: found.total }) : undefined;
  return (
    <PageBody>
      <PageHead title={q ? t('search.titleFor', { q }) : t('search.title')} lead={lead} />
      <SearchForm key={q} q={q} />
      {!found && (
        <EmptyState
          icon={<IconSearch size={40} stroke={1.5} aria-hidden />}
          title={t('search.short')}
          text={t('search.shortText')}
        />
      )}
      {found?.total === 0 && (
        <EmptyState
          icon={<IconMoodEmpty size={40} stroke={1.5} aria-hidden />}
          title={t('search.none')}
          text={t('search.noneText')}
        />
      )}
      {found && <Results q={q} found={found} />}
    </PageBody>
  );
}

function SearchForm({ q }: { q: string }) {
  const { t } = useTranslation('catalog');
  return (
    <Form role="search" action="/search-results" className={classes.form}>
      <IconSearch size={20} aria-hidden />
      <input
        type="search"
        name="q"
        maxLength={100}
        aria-label={t('search.field')}
        placeholder={t('search.field')}
        defaultValue={q}
        enterKeyHint="search"
      />
    </Form>
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof loader>>['found']>;

function Results({ q, found }: { q: string; found: Found }) {
  return (
    <>
      <CardGrid as="ul">
        {found.items.map((card, index) => (
          <li key={card.id}>
            <ProductCard card={card} headingLevel={2} priority={index < 4} />
          </li>
        ))}
      </CardGrid>
      <PageLinks page={found} addressOf={(page) => `?q=${encodeURIComponent(q)}&page=${page}`} />
    </>
  );
}
