import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProductType, SearchFacets } from '#contract/catalog.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { categoryWord } from './categories.ts';
import { languageName } from './language-name.ts';
import { type Asked, addressOf, type Facet, facets, sorts, withWish } from './search-address.ts';
import classes from './search-filters.module.css';

type Props = { asked: Asked; found: SearchFacets; label?: string };

/** What a search can be narrowed to, as links: they work before and without script. */
export function SearchFilters({ asked, found, label }: Props) {
  const { t } = useTranslation('catalog');
  const shown = facets.filter((facet) => asked.wishes[facet] || found[facet].length > 1);
  const isNarrowed = Object.keys(asked.wishes).length > 0;
  if (shown.length === 0) return null;
  return (
    <nav className={classes.filters} aria-label={label ?? t('filter.label')}>
      {shown.map((facet) => (
        <Group key={facet} facet={facet} asked={asked} found={found} />
      ))}
      {isNarrowed && (
        <Link to={addressOf({ ...asked, wishes: {} })} className={classes.clear} preventScrollReset>
          <IconX size={16} aria-hidden />
          {t('filter.clear')}
        </Link>
      )}
    </nav>
  );
}

/** More than these are a wall; the ones that find the most stand first. */
const mostChips = 8;

function Group({ facet, asked, found }: Props & { facet: Facet }) {
  const { t } = useTranslation('catalog');
  const wordOf = useWordOf();
  const chosen = asked.wishes[facet];
  const values = inOrder(facet, found[facet]).slice(0, mostChips);
  // What is chosen can always be given up, also where it finds nothing.
  if (chosen && !values.some(({ value }) => value === chosen))
    values.push({ value: chosen, count: 0 });
  return (
    <div className={classes.group}>
      <h2 className={classes.name}>{t(`filter.${facet}`)}</h2>
      <ul className={classes.chips}>
        {values.map(({ value, count }) => (
          <li key={value}>
            <Chip to={addressOf(withWish(asked, facet, value))} on={value === chosen} count={count}>
              {wordOf(facet, value)}
            </Chip>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ChipProps = { to: string; on: boolean; count?: number; children: string };

function Chip({ to, on, count, children }: ChipProps) {
  const { language } = useTranslation('catalog');
  return (
    <Link
      to={to}
      className={classes.chip}
      aria-current={on ? 'true' : undefined}
      preventScrollReset
    >
      {children}
      {count !== undefined && (
        <span className={classes.count}>{formatNumber(count, language)}</span>
      )}
    </Link>
  );
}

const whens = ['live', 'week', 'upcoming', 'past'] as const;
type Counted = SearchFacets[Facet];

/** Times in their own order; everything else as the server sorts it, the most first. */
const inOrder = (facet: Facet, values: Counted): Counted =>
  facet === 'when'
    ? whens.flatMap((when) => values.find(({ value }) => value === when) ?? [])
    : [...values];

/** A value as it is read. What nobody knows is shown as it was written in the address. */
function useWordOf() {
  const { t, language } = useTranslation('catalog');
  return (facet: Facet, value: string): string => {
    if (facet === 'category') return categoryWord(t, value);
    if (facet === 'type') return t(`type.${value as ProductType}`);
    if (facet === 'plan') return t(`filter.plan.${value as 'paid' | 'free'}`);
    if (facet === 'when') return t(`filter.when.${value as (typeof whens)[number]}`);
    return languageName(value, language);
  };
}

/** The order of what was found. Nearness is to the words: without any there is none. */
export function SearchOrder({ asked }: { asked: Asked }) {
  const { t } = useTranslation('catalog');
  const offered = sorts.filter((sort) => sort !== 'near' || asked.q);
  const [first] = offered;
  return (
    <nav className={classes.order} aria-label={t('filter.sort')}>
      <ul className={classes.chips}>
        {offered.map((sort) => (
          <li key={sort}>
            <Chip
              to={addressOf({ ...asked, sort: sort === first ? undefined : sort })}
              on={sort === (asked.sort ?? first)}
            >
              {t(`filter.sort.${sort}`)}
            </Chip>
          </li>
        ))}
      </ul>
    </nav>
  );
}
