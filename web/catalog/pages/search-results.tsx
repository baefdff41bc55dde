import { IconMoodEmpty, IconSearch } from '@tabler/icons-react';
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type ProductCard as Card, catalogContract } from '#contract/catalog.ts';
import { publicApi } from '#web/platform/public-api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { CardGrid } from '#web/ui/card-grid.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PageLinks } from '#web/ui/page-links.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { pageIn } from '#web/ui/table-query.ts';
import { type Asked, addressOf, askedBy, filterOf } from '../parts/search-address.ts';
import { SearchFilters, SearchOrder } from '../parts/search-filters.tsx';
import classes from '../parts/search-results.module.css';
import { SoldIn } from '../parts/sold-in.tsx';
import { ProductCard } from '../shared/product-card.tsx';

const perPage = 24;
const fewestLetters = 3;
/** A page with fewer than these also shows what comes next in the house. */
const few = 4;
const suggested = 6;

/** The whole house. */
const nothingAsked: Asked = { q: '', wishes: {} };

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Too few letters are answered with a hint, not with an error; no letters with the whole house. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = askedBy(request.url);
  const api = publicApi(context);
  const isShort = asked.q !== '' && lettersIn(asked.q) < fewestLetters;
  if (isShort) return { asked, found: null, facets: null, ...(await elsewhere(api)) };
  const query = filterOf(asked);
  const [found, facets] = await Promise.all([
    api(catalogContract.searchProducts, {
      query: { ...query, sort: asked.sort, page: pageIn(request.url), size: perPage },
    }),
    api(catalogContract.getSearchFacets, { query }),
  ]);
  if (found.total === 0) return { asked, found, facets, ...(await elsewhere(api)) };
  const next = found.total < few ? await comingUp(api) : [];
  return { asked, found, facets, next, house: null };
}

/** For whoever found nothing: what comes next, and what the whole house has. */
async function elsewhere(api: ReturnType<typeof publicApi>) {
  const [next, house] = await Promise.all([
    comingUp(api),
    api(catalogContract.getSearchFacets, { query: {} }),
  ]);
  return { next, house };
}

async function comingUp(api: ReturnType<typeof publicApi>): Promise<Card[]> {
  const query = { page: 1, size: suggested, sort: 'soon', when: 'upcoming' } as const;
  return (await api(catalogContract.listProducts, { query })).items;
}

export const meta = pageMeta<typeof loader>('catalog', ({ t, data }) => ({
  title: data?.asked.q ? t('search.titleFor', { q: data.asked.q }) : t('search.title'),
  description: t('search.description'),
  noIndex: true,
}));

export default function SearchResultsPage() {
  const { asked, found, facets, next, house } = useLoaderData<typeof loader>();
  const { t } = useTranslation('catalog');
  const { q } = asked;
  const isNarrowed = Object.keys(asked.wishes).length > 0 || asked.currency !== undefined;
  const others = next.filter(({ id }) => !found?.items.some((card) => card.id === id));
  return (
    <PageBody>
      <PageHead title={q ? t('search.titleFor', { q }) : t('search.all')} />
      <SearchForm key={q} asked={asked} />
      {!found && (
        <EmptyState icon={IconSearch} title={t('search.short')} text={t('search.shortText')} />
      )}
      {asked.currency && <SoldIn asked={asked} currency={asked.currency} />}
      {facets && <SearchFilters asked={asked} found={facets} />}
      {found?.total === 0 && (
        <EmptyState
          icon={IconMoodEmpty}
          title={t('search.none')}
          text={t(isNarrowed ? 'search.noneNarrowed' : 'search.noneText')}
          action={
            isNarrowed ? (
              <ActionLink to={addressOf({ q, wishes: {}, sort: asked.sort })}>
                {t('filter.clear')}
              </ActionLink>
            ) : (
              <ActionLink to={addressOf(nothingAsked)}>{t('search.seeAll')}</ActionLink>
            )
          }
        />
      )}
      {house && <SearchFilters asked={nothingAsked} found={house} label={t('search.elsewhere')} />}
      {found && found.total > 0 && <Results asked={asked} found={found} />}
      {others.length > 0 && (
        <section className={classes.next} aria-labelledby="search-next">
          <h2 id="search-next">{t('search.next')}</h2>
          <Cards cards={others} headingLevel={3} />
        </section>
      )}
    </PageBody>
  );
}

/** On wide screens the bar has a field for the same; this one is for phones, and for those without. */
function SearchForm({ asked }: { asked: Asked }) {
  const { t } = useTranslation('catalog');
  return (
    <Form
      role="search"
      action="/search-results"
      className={classes.form}
      aria-label={t('search.title')}
    >
      <IconSearch size={20} aria-hidden />
      <input
        type="search"
        name="q"
        maxLength={100}
        aria-label={t('search.field')}
        placeholder={t('search.field')}
        defaultValue={asked.q}
        enterKeyHint="search"
      />
      {asked.currency && <input type="hidden" name="currency" value={asked.currency} />}
    </Form>
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof loader>>['found']>;

function Results({ asked, found }: { asked: Asked; found: Found }) {
  const { t } = useTranslation('catalog');
  return (
    <>
      <div className={classes.bar}>
        <p>{t('search.found', { count: found.total })}</p>
        {found.total > 1 && <SearchOrder asked={asked} />}
      </div>
      <Cards cards={found.items} headingLevel={2} priority />
      <PageLinks page={found} addressOf={(page) => addressOf(asked, page)} />
    </>
  );
}

type CardsProps = { cards: Card[]; headingLevel: 2 | 3; priority?: boolean };

function Cards({ cards, headingLevel, priority }: CardsProps) {
  return (
    <CardGrid as="ul">
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard
            card={card}
            headingLevel={headingLevel}
            among={cards.length}
            priority={priority && index < 2}
          />
        </li>
      ))}
    </CardGrid>
  );
}
