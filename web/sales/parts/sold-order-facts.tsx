import type { Sale } from '#contract/sales.ts';
import type { SoldOrder } from '#contract/sold-order.ts';
import { BroughtBy } from '#web/affiliates/shared/brought-by.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { Address } from '#web/ui/address.tsx';
import { countryName } from '#web/ui/countries.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { When } from '#web/ui/when.tsx';
import { SaleState } from './money-back.tsx';
import { SumGivenBack } from './sum-given-back.tsx';

type Props = { order: SoldOrder };

type Selling = Props & {
  productLink: (sale: Sale) => string;
  /** Whoever looks at it sold it. */
  mine: boolean;
};

/** What was sold, each with its code, its price and how it stands. */
export function SoldLines({ order, productLink, mine }: Selling) {
  const { t } = useTranslation('sales');
  return (
    <Panel title={t('sold.lines')}>
      <RowList>
        {order.lines.map((sale) => (
          <Line key={sale.lineId} sale={sale} link={productLink(sale)} mine={mine} />
        ))}
      </RowList>
    </Panel>
  );
}

function Line({ sale, link, mine }: { sale: Sale; link: string; mine: boolean }) {
  const { t } = useTranslation('sales');
  const { product, quantity, bundle, code, eventAt, affiliate } = sale;
  const title = quantity > 1 ? `${product.title} × ${quantity}` : product.title;
  const about = [bundle?.title, code && t('price.code', { code })].filter(Boolean).join(' · ');
  return (
    <Row
      name={title}
      {...(product.slug ? { to: link } : {})}
      badge={<SaleState sale={sale} mine={mine} />}
      about={
        <>
          <SumGivenBack {...sale} />
          {(about || eventAt) && (
            <div>
              {about}
              {about && eventAt && ' · '}
              {eventAt && <When instant={eventAt} style="short" />}
            </div>
          )}
          <BroughtBy affiliate={affiliate} />
        </>
      }
    />
  );
}

/** Who bought it, and the name on the papers. */
export function SoldBuyer({ order: { buyer, billing } }: Props) {
  const { t, language } = useTranslation('sales');
  const country = buyer.country && countryName(buyer.country, language);
  const place = [billing.postalCode, billing.city].filter(Boolean).join(' ');
  return (
    <Panel title={t('sale.customer')}>
      <Facts
        items={[
          { label: t('sold.name'), value: `${buyer.name} ${buyer.surname}`.trim() },
          { label: t('sold.email'), value: <Address>{buyer.email}</Address> },
          { label: t('billing.country'), value: country },
          { label: t('billing.company'), value: billing.company },
          { label: t('billing.nif'), value: billing.nif },
          {
            label: t('billing.address'),
            value: [billing.address, place].filter(Boolean).join(', '),
          },
        ]}
      />
    </Panel>
  );
}

/** What the books say: what came in, and what is left of it for whom. */
export function SoldMoney({ order: { sums }, mine }: Props & { mine: boolean }) {
  const { t } = useTranslation('sales');
  const sum = (name: 'taken' | 'refunded' | 'tax' | 'fees' | 'covered' | 'support' | 'site') =>
    (name === 'taken' || sums[name] !== 0) && {
      label: t(`sale.sum.${name}`),
      value: <Price amount={sums[name]} currency={sums.currency} />,
    };
  return (
    <Panel title={t('sold.money')}>
      <Facts
        sums
        items={[
          sum('taken'),
          sum('refunded'),
          sum('tax'),
          sum('fees'),
          sum('covered'),
          sum('support'),
          sum('site'),
          {
            label: t(mine ? 'sale.sum.you' : 'sale.sum.organizer'),
            value: <Price amount={sums.organizer} currency={sums.currency} />,
          },
        ]}
      />
    </Panel>
  );
}
