import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { type Stock, shipmentsContract } from '#contract/shipments.ts';
import { api } from '#web/platform/api.ts';
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
  const { answer } = useAsked(
    async () =>
      product
        ? api(shipmentsContract.getStock, { params: { slug: product.slug } })
        : Promise.resolve(unsaid),
    `${product?.id} ${product?.updatedAt}`,
  );
  return (
    <FormSection
      place="stock"
      title={t('stock.title')}
      text={t('stock.text')}
      aside={product && <ShippingLink slug={product.channel.slug} />}
    >
      {answer && <StockForm key={`${answer.free} ${answer.said}`} {...props} stock={answer} />}
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

function StockForm({ product, take, ensure, stock }: Props & { stock: Stock }) {
  const { t, language } = useTranslation('shipments');
  const initial: Values = { unlimited: stock.said && stock.free === null, free: stock.free };
  const save = async ({ unlimited, free }: Values) => {
    const { slug } = await ensure();
    const body = { free: unlimited ? null : (free ?? 0), seen: stock.free };
    await api(shipmentsContract.saveStock, { params: { slug }, body });
    return api(catalogContract.getOwnProduct, { params: { slug } });
  };
  return (
    <DeskForm
      id={`stock:${product?.id ?? 'new'}`}
      initial={initial}
      bar={false}
      keepData
      nested
      submitLabel={t('stock.save')}
      save={save}
      saved={(after) => {
        notify({ message: t('stock.saved') });
        take(after);
      }}
    >
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
