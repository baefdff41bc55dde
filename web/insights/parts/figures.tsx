import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Overview } from '#contract/insights.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Price } from '#web/ui/price.tsx';
import classes from './globalview.module.css';

/** The figures that an organizer asks for first. */
export function Figures({ overview }: { overview: Overview }) {
  const { t, language } = useTranslation('insights');
  const { channels, products, tickets, codes, takings } = overview;
  const number = (value: number) => formatNumber(value, language);
  return (
    <dl className={classes.figures}>
      <Figure
        label={t('figure.takings')}
        to="/account/sales"
        value={takings.length === 0 ? '—' : <TakingsList takings={takings} />}
        note={takings.length === 0 ? t('figure.noTakings') : <Yours takings={takings} />}
      />
      <Figure
        label={t('figure.channels')}
        to="/account/channels"
        value={number(channels.total)}
        note={t('figure.published', { count: channels.published })}
      />
      <Figure
        label={t('figure.products')}
        to="/account/channels"
        value={number(products.total)}
        note={t('figure.published', { count: products.published })}
      />
      <Figure
        label={t('figure.tickets')}
        to="/account/sales"
        value={number(tickets.total)}
        note={t('figure.recent', { count: tickets.recent })}
      />
      <Figure
        label={t('figure.codes')}
        to="/account/channels"
        value={number(codes.issued)}
        note={t('figure.used', { count: codes.used })}
      />
    </dl>
  );
}

type FigureProps = { label: string; to: string; value: ReactNode; note: ReactNode };

function Figure({ label, to, value, note }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>
        <Link to={to} className={classes.name}>
          {label}
        </Link>
      </dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  );
}

type Takings = { takings: Overview['takings'] };

/** Currencies are never added together. */
function TakingsList({ takings }: Takings) {
  return takings.map(({ currency, taken }) => (
    <span key={currency} className={classes.currency}>
      <Price amount={taken} currency={currency} />
    </span>
  ));
}

function Yours({ takings }: Takings) {
  const { t } = useTranslation('insights');
  return (
    <>
      {takings.map(({ currency, organizer }, at) => (
        <span key={currency}>
          {at > 0 && ' + '}
          <Price amount={organizer} currency={currency} />
        </span>
      ))}{' '}
      {t('figure.yours')}
    </>
  );
}
