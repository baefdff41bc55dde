import { Group, Radio } from '@mantine/core';
import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { priceFromNet, priceFromTotal } from '#contract/shared/money.ts';
import type { ProductType } from '#contract/shared/product-kinds.ts';
import { formatMoney, formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { UsualRates } from '#web/taxes/shared/usual-rates.tsx';
import { useField, useForm, useFormValue } from '#web/ui/form-context.ts';
import { Price } from '#web/ui/price.tsx';
import classes from './price-section.module.css';

export type By = 'net' | 'total';

/** Which of the two is typed. What stands there is turned into the other, so nothing is lost. */
export function ByField({ name }: { name: 'price' | 'offer' }) {
  const { t } = useTranslation('catalog');
  const label = t('field.by');
  const { value, set, inputProps } = useField<By>(`${name}.by`, { label });
  const amount = useField<number | null>(`${name}.amount`, { label: t('field.total') });
  const taxRate = useFormValue<number | null>('price.taxRate') ?? 0;
  const choose = (next: By) => {
    if (next === value) return;
    const price = priceOf(value, amount.value, taxRate);
    set(next);
    if (amount.value !== null) amount.set(next === 'net' ? price.net : price.total);
  };
  return (
    <Radio.Group
      id={inputProps.id}
      name={`${name}.by`}
      label={label}
      value={value}
      onChange={(next) => choose(next as By)}
    >
      <Group gap="lg" mt="xs">
        {(['total', 'net'] as const).map((each) => (
          <Radio key={each} value={each} label={t(`by.${each}`)} disabled={inputProps.disabled} />
        ))}
      </Group>
    </Radio.Group>
  );
}

const priceOf = (by: By, amount: number | null, taxRate: number) =>
  by === 'net' ? priceFromNet(amount ?? 0, taxRate) : priceFromTotal(amount ?? 0, taxRate);

/** What a product is, by which its rates are found; `bundle`: the address of one that exists. */
export type Taxed = { type: ProductType; bundle: string | null };

/** The rates of where the channel of the product is billed, for whoever does not know them by heart. */
export function TaxHelp({ type, bundle }: Taxed) {
  const { store, disabled } = useForm();
  const channel = useFormValue<string>('channel');
  const value = useFormValue<number | null>('price.taxRate');
  if (disabled) return null;
  const choose = (rate: number) => store.set('price.taxRate', rate);
  return <UsualRates {...{ channel, type, bundle, value }} onChoose={choose} />;
}

/** Net, tax and total as they will stand on the invoice. */
export function Breakdown({ name }: { name: 'price' | 'offer' }) {
  const { t, language } = useTranslation('catalog');
  const by = useFormValue<By>(`${name}.by`);
  const amount = useFormValue<number | null>(`${name}.amount`);
  const taxRate = useFormValue<number | null>('price.taxRate') ?? 0;
  const currency = useFormValue<CurrencyCode>('currency');
  const price = priceOf(by, amount, taxRate);
  const money = (value: number) => formatMoney(value, currency, language);
  const hint = {
    net: money(price.net),
    total: money(price.total),
    rate: formatNumber(taxRate / 100, language),
    factor: formatNumber(1 + taxRate / 10_000, language),
  };
  return (
    <output className={classes.breakdown} aria-label={t('price.breakdown')}>
      {(['net', 'tax', 'total'] as const).map((part) => (
        <span key={part} data-part={part}>
          <span className={classes.part}>{t(`price.${part}`)}</span>
          <Price amount={price[part]} currency={currency} />
        </span>
      ))}
      {amount !== null && taxRate > 0 && (
        <span className={classes.hint}>{t(`price.hint.${by}`, hint)}</span>
      )}
    </output>
  );
}
