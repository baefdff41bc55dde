import { useState } from 'react';
import type { Giving } from '#contract/donations.ts';
import type { OrderItem } from '#contract/order-items.ts';
import type { Order } from '#contract/orders.ts';
import type { PaymentMethods } from '#contract/payments.ts';
import { GivingFields, isTaken, nothingGiven } from '#web/donations/shared/giving-fields.tsx';
import { formatMoney } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { PayForm } from './pay-form.tsx';

type Props = {
  giving: Giving;
  methods: PaymentMethods;
  returned: Order | null;
  onDone: (order: Order) => void;
};

const nobody = { company: '', nif: '', address: '', city: '', postalCode: '', country: '' };

/** How much, pay: one column. Nothing is chosen before somebody chooses it. */
export function DonateForm({ giving, methods, returned, onDone }: Props) {
  const { t, language } = useTranslation('sales');
  const [given, setGiven] = useState(nothingGiven);
  const { donation, support } = given;
  const currency = giving.donation?.currency ?? 'EUR';
  const total = donation + support;
  const channelSlug = giving.channel.slug;
  const items: OrderItem[] = [
    { kind: 'donation', channelSlug, productSlug: null, currency, expectedTotal: donation },
    ...(support > 0 ? [{ kind: 'support', currency, expectedTotal: support } as const] : []),
  ];
  const amount = formatMoney(total, currency, language);
  return (
    <PayForm
      {...{ items, total, currency, methods, returned, onDone }}
      supplied={0}
      billing={nobody}
      ready={donation > 0 && isTaken(giving, given)}
      label={donation > 0 ? t('giving.pay', { amount }) : t('giving.choose')}
      note={t('giving.noTax')}
    >
      <GivingFields giving={giving} value={given} set={setGiven} />
    </PayForm>
  );
}
