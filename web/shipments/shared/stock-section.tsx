import { Alert, Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { type Stock, shippingContract } from '#contract/shipping.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { formatNumber } from '#web/platform/format.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm, FormSection } from '#web/ui/desk-form.tsx';
import { SwitchField } from '#web/ui/fields.tsx';
import { useFormValue } from '#web/ui/form-context.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { useAsked } from '#web/ui/use-asked.ts';

type Props = {
  product: OwnProduct | null;
  take: (product: OwnProduct) => void;
  /** The product whose stock it is: a new one is saved first. */
  ensure: () => Promise<OwnProduct>;
};

const unsaid: Stock = { said: false, free: null, held: 0 };

/** How many of a thing there are: in place of dates. */
export function StockSection(props: Props) {
  const { t } = useTranslation('shipments');
  const { product } = props;
  const about = `${product?.id} ${product?.updatedAt}`;
  const { answer } = useAsked(
    async () =>
      product
        ? api(shippingContract.getStock, { params: { slug: product.slug } })
        : Promise.resolve(unsaid),
    about,
  );
  // What was saved is what the screen has seen from then on.
  const [saved, setSaved] = useState<{ about: string; stock: Stock } | null>(null);
  const stock = saved?.about === about ? saved.stock : answer;
  const note = (after: OwnProduct, now: Stock) =>
    setSaved({ about: `${after.id} ${after.updatedAt}`, stock: now });
  // What was typed against other numbers is not laid over those of now.
  const [changed, setChanged] = useState(0);
  const renew = (of: OwnProduct, now: Stock) => {
    note(of, now);
    setChanged(changed + 1);
  };
  return (
    <FormSection
      place="stock"
      title={t('stock.title')}
      text={t('stock.text')}
      aside={product && <ShippingLink slug={product.channel.slug} />}
    >
      {stock && (
        <StockForm
          key={`${answer?.free} ${answer?.said} ${changed}`}
          {...props}
          {...{ stock, note, renew }}
          changed={changed}
        />
      )}
    </FormSection>
  );
}

function ShippingLink({ slug }: { slug: string }) {
  const { t } = useTranslation('shipments');
  return (
    <p>
      {t('stock.shipping')}{' '}
      <Anchor component={Link} to={`/account/channels/${slug}/shipping`}>
        {t('stock.toShipping')}
      </Anchor>
    </p>
  );
}

type Values = { unlimited: boolean; free: number | null };

type FormProps = Props & {
  stock: Stock;
  /** What the answer said that there is now. */
  note: (product: OwnProduct, stock: Stock) => void;
  /** It was refused because of what the stock is now: the form begins anew with that. */
  renew: (product: OwnProduct, stock: Stock) => void;
  /** How often it has been. */
  changed: number;
};

function StockForm({ product, take, ensure, stock, note, renew, changed }: FormProps) {
  const { t, language } = useTranslation('shipments');
  const initial: Values = { unlimited: stock.said && stock.free === null, free: stock.free };
  const save = async ({ unlimited, free }: Values) => {
    const { slug } = await ensure();
    const { free: seen, held } = stock;
    const body = { free: unlimited ? null : (free ?? 0), seen, held };
    const params = { slug };
    const now = await api(shippingContract.saveStock, { params, body }).catch(async (error) => {
      const isOther = error instanceof ApiError && error.code === 'STOCK_CHANGED';
      if (product && isOther) renew(product, await api(shippingContract.getStock, { params }));
      throw error;
    });
    return { now, after: await api(catalogContract.getOwnProduct, { params: { slug } }) };
  };
  return (
    <DeskForm
      // What was typed before the stock changed belongs to a form that is gone.
      id={`stock:${product?.id ?? 'new'}${changed > 0 ? `:${changed}` : ''}`}
      initial={initial}
      bar={false}
      keepData
      nested
      submitLabel={t('stock.save')}
      save={save}
      saved={({ now, after }) => {
        notify({ message: t('stock.saved') });
        note(after, now);
        take(after);
      }}
    >
      {changed > 0 && (
        <Alert role="alert" color="yellow">
          {stock.free === null
            ? t('stock.changed')
            : t('stock.changedTo', {
                count: stock.free,
                shown: formatNumber(stock.free, language),
              })}
        </Alert>
      )}
      <Pieces />
      <SwitchField name="unlimited" label={t('stock.unlimited')} />
      {stock.held > 0 && (
        <Text size="sm" c="dimmed">
          {t('stock.held', { count: stock.held, shown: formatNumber(stock.held, language) })}
        </Text>
      )}
    </DeskForm>
  );
}

function Pieces() {
  const { t } = useTranslation('shipments');
  const unlimited = useFormValue<boolean>('unlimited');
  if (unlimited) return null;
  return (
    <NumberField
      name="free"
      label={t('stock.free')}
      description={t('stock.freeHint')}
      min={0}
      max={1_000_000}
      required
    />
  );
}
