import type { ProductShipping, ShippingZone } from '#contract/shipping.ts';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { countryName } from '#web/ui/countries.ts';
import classes from './buy-panel.module.css';

type Props = { shipping: ProductShipping };

/** Where a thing is sent to and for how much, and where it is not: before anybody pays. */
export function WhereItGoes({ shipping }: Props) {
  const { t, language } = useTranslation('catalog');
  const { zones, pickup, home } = shipping;
  const sent = zones.filter(({ sends }) => sends);
  const not = zones.filter(({ sends }) => !sends);
  const nameOf = (zone: ShippingZone): string => {
    if (zone.kind === 'list') return placesOf(zone.countries, language);
    return zone.kind === 'home' ? countryName(home, language) : t(`thing.${zone.kind}`);
  };
  const hasWorld = zones.some(({ kind, sends }) => kind === 'world' && sends);
  return (
    <section aria-label={t('thing.label')}>
      <h2 className={classes.small}>{t('thing.label')}</h2>
      {sent.length > 0 && (
        <ul className={classes.dates}>
          {sent.map((zone) => (
            <li key={`${zone.kind} ${zone.name}`}>
              <span>{nameOf(zone)}</span>
              <ZonePrice zone={zone} shipping={shipping} />
            </li>
          ))}
        </ul>
      )}
      {sent.length === 0 && <p className={classes.small}>{t('thing.nowhere')}</p>}
      {sent.length > 0 && not.length > 0 && (
        <p className={classes.small}>{t('thing.notTo', { places: not.map(nameOf).join(', ') })}</p>
      )}
      {sent.length > 0 && !hasWorld && <p className={classes.small}>{t('thing.nowhereElse')}</p>}
      {pickup && <p className={classes.small}>{t('thing.pickup', { place: pickup })}</p>}
    </section>
  );
}

function ZonePrice({ zone, shipping: { currency } }: Props & { zone: ShippingZone }) {
  const { t, language } = useTranslation('catalog');
  const money = (amount: number) => formatMoney(amount, currency, language);
  const { perOrder, freeFrom } = zone;
  return (
    <span className={classes.small}>
      {money(perOrder)}
      {freeFrom !== null && ` · ${t('thing.freeFrom', { amount: money(freeFrom) })}`}
    </span>
  );
}

const mostNamed = 6;

const placesOf = (countries: readonly string[], language: string): string => {
  const names = countries.slice(0, mostNamed).map((country) => countryName(country, language));
  return names.join(', ') + (countries.length > mostNamed ? '…' : '');
};
