import {
  IconBadgeCc,
  IconCalendarTime,
  IconCategory,
  IconClock,
  IconDevices,
  IconHourglassHigh,
  IconInfinity,
  IconLanguage,
  IconMovie,
  IconReceiptRefund,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ProductDetail } from '#contract/catalog.ts';
import { namesIn } from '#contract/shared/formatters.ts';
import { clockTypes, sentTypes } from '#contract/shared/product-kinds.ts';
import { formatLength } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { When } from '#web/ui/when.tsx';
import { categoryWord } from './categories.ts';
import classes from './good-to-know.module.css';
import { sessionLength } from './session-length.ts';

type Props = { product: ProductDetail };
type Line = {
  Icon: typeof IconClock;
  label: string;
  value: ReactNode;
  /** Means nothing of what is sent. */
  watched?: true;
};

/** What people ask themselves before they pay, right below the price. */
export function GoodToKnow({ product }: Props) {
  const { t } = useTranslation('catalog');
  const lines = useLines(product).filter(
    ({ watched }) => !watched || !sentTypes.includes(product.type),
  );
  return (
    <dl className={classes.lines} aria-label={t('know.label')}>
      {lines.map(({ Icon, label, value }) => (
        <div key={label}>
          <dt>
            <Icon size={20} stroke={1.6} aria-hidden />
            <span className="said">{label}</span>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useLines(product: ProductDetail): Line[] {
  const { t, language } = useTranslation('catalog');
  const { expirationHours, expiresAt, price } = product;
  const isVod = product.type === 'vod';
  const length = lengthOf(product);
  const captions = product.captions.map((tag) => nameOf(tag, language)).join(', ');
  const spoken = namesIn(language, { type: 'language' }).of(product.language) ?? product.language;
  const categories = product.categories.map((one) => categoryWord(t, one)).join(', ');
  const made = madeBy(product, language);
  return [
    ...(length ? [{ Icon: IconClock, label: t('fact.duration'), value: length }] : []),
    ...(clockTypes.includes(product.type) && !product.past
      ? [{ Icon: IconCalendarTime, label: t('type.live'), value: t('know.live') }]
      : []),
    {
      ...{ Icon: IconLanguage, label: t('fact.language'), watched: true as const },
      value: t('know.in', { language: spoken }),
    },
    ...(captions
      ? [
          {
            Icon: IconBadgeCc,
            label: t('fact.captions'),
            value: t('vod.captions', { languages: captions }),
          },
        ]
      : []),
    {
      ...{ Icon: IconUsers, label: t('fact.age'), watched: true as const },
      value: t(`age.${product.suggestedAge}`),
    },
    ...(categories ? [{ Icon: IconCategory, label: t('fact.categories'), value: categories }] : []),
    ...(made ? [{ Icon: IconMovie, label: t('fact.production'), value: made }] : []),
    ...(expirationHours
      ? [
          {
            Icon: IconHourglassHigh,
            label: t('fact.access'),
            value: t(isVod ? 'vod.hours' : 'know.hours', { count: expirationHours }),
          },
        ]
      : []),
    ...(isVod && !expirationHours && !expiresAt
      ? [{ Icon: IconInfinity, label: t('fact.access'), value: t('vod.always') }]
      : []),
    ...(expiresAt
      ? [
          {
            Icon: IconHourglassHigh,
            label: t('fact.until'),
            value: (
              <>
                {t('fact.until')} <When instant={expiresAt} />
              </>
            ),
          },
        ]
      : []),
    { Icon: IconDevices, label: t('know.where'), value: t('know.devices'), watched: true },
    ...(price.total > 0 && !product.past
      ? [
          {
            Icon: IconReceiptRefund,
            label: t('know.refunds'),
            value: t('know.refund'),
            watched: true as const,
          },
        ]
      : []),
  ];
}

const nameOf = (tag: string, language: string) =>
  namesIn(language, { type: 'language' }).of(tag) ?? tag;

/** Of what has a date its showing, else the film. */
function lengthOf({ session, seconds }: ProductDetail): string | null {
  if (session) return sessionLength(session);
  return seconds === null ? null : formatLength(seconds);
}

/** Who made it, when and where, as far as it is known. */
function madeBy(product: ProductDetail, language: string): string {
  const { production, productionYear, productionCountry } = product;
  const country = productionCountry
    ? namesIn(language, { type: 'region' }).of(productionCountry)
    : '';
  return [production, productionYear, country].filter(Boolean).join(', ');
}
