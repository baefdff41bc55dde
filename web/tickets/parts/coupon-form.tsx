import type { OwnProduct } from '#contract/catalog.ts';
import { priceFromTotal } from '#contract/shared/money.ts';
import { ticketsContract } from '#contract/tickets.ts';
import { ApiError, api } from '#web/platform/api.ts';
import { formatDate, formatMoney, zoneName } from '#web/platform/format.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { SelectField } from '#web/ui/fields.tsx';
import { MoneyField } from '#web/ui/money-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';

type Values = { quantity: number | null; total: number | null; sessionId: string | null };

/** A new batch: how many codes, for which price, for one date or for every one. */
export function CouponForm({ product, made }: { product: OwnProduct; made: () => void }) {
  const { t, language } = useTranslation('tickets');
  const { slug, price } = product;
  const held = product.sessions.filter(({ cancelledAt }) => cancelledAt === null);
  // An offer ends: a code may cost what the ticket costs without one.
  const most = price.before ?? price.total;
  const isFree = product.form.plan === 'free';
  const initial: Values = { quantity: 10, total: isFree ? 0 : null, sessionId: null };
  const save = ({ quantity, total, sessionId }: Values) => {
    const { net, tax } = priceFromTotal(total ?? 0, price.taxRate);
    const body = { quantity: quantity ?? 0, net, tax, sessionId, validUntil: null };
    return api(ticketsContract.makeCoupons, { params: { slug }, body }).catch(atTotal);
  };
  return (
    <DeskForm
      id={`coupons:${slug}`}
      bar={false}
      keepData
      initial={initial}
      submitLabel={t('coupons.make')}
      save={save}
      saved={() => {
        notify({ message: t('coupons.made') });
        made();
      }}
    >
      <NumberField name="quantity" label={t('coupons.quantity')} min={1} max={10_000} required />
      {!isFree && (
        <MoneyField
          name="total"
          label={t('coupons.price')}
          description={t('coupons.priceHint', {
            most: formatMoney(most, price.currency, language),
          })}
          currency={price.currency}
          required
        />
      )}
      {held.length > 1 && (
        <SelectField
          name="sessionId"
          label={t('coupons.session')}
          placeholder={t('coupons.everySession')}
          options={held.map(({ id, startsAt, zone }) => ({
            value: id,
            label: `${formatDate(startsAt, { language, zone })}\u00a0${zoneName(startsAt, zone)}`,
          }))}
        />
      )}
    </DeskForm>
  );
}

/** The price is typed as one total: what is wrong with its parts is said there. */
function atTotal(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { net, tax, ...others } = error.fields;
  const total = net ?? tax;
  const { status, code, message, requestId } = error;
  const fields = total ? { ...others, total } : others;
  throw new ApiError(status, { code, message, requestId, fields });
}
