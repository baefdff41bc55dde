import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCreditCard, IconFileInvoice } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type SubscriptionCard, subscriptionsContract } from '#contract/subscriptions.ts';
import { api } from '#web/platform/api.ts';
import { formatDate } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { downloadInvoice } from '#web/sales/shared/invoice-file.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Price } from '#web/ui/price.tsx';
import { When } from '#web/ui/when.tsx';
import { useFollowed } from '../shared/use-followed.ts';
import { SubscriptionBadge } from './status-badge.tsx';

type Props = { subscription: SubscriptionCard };

/** One subscription of mine: how it stands, what it costs, and what can be done with it. */
export function MySubscription({ subscription }: Props) {
  const { t } = useTranslation('subscriptions');
  const { channel, term, price, nextPrice, lastFour, since } = subscription;
  const { title } = useFollowed(channel);
  const until = openUntil(subscription);
  return (
    <Panel title={title} actions={<SubscriptionBadge of={subscription} />}>
      <Stack gap="md">
        <Sentence subscription={subscription} />
        <Facts
          items={[
            {
              label: t(`mine.price.${term}`),
              value: <Price amount={price.total} currency={price.currency} />,
            },
            nextPrice && {
              label: t('mine.nextPrice'),
              value: (
                <>
                  <Price amount={nextPrice.total} currency={price.currency} />{' '}
                  <When instant={nextPrice.from} style="date" />
                </>
              ),
            },
            { label: t('mine.since'), value: <When instant={since} style="date" /> },
            {
              label: t('mine.until'),
              value: until ? <When instant={until} style="date" /> : t('mine.forGood'),
            },
            lastFour !== '' && { label: t('mine.card'), value: `···· ${lastFour}` },
          ]}
        />
        <Actions subscription={subscription} />
        <Invoices subscription={subscription} />
      </Stack>
    </Panel>
  );
}

/** Where we waited for a rate it is open for longer than it is paid. */
const openUntil = ({ status, waitsForRate, validUntil, accessUntil }: SubscriptionCard) =>
  status === 'cancelled' || waitsForRate ? accessUntil : validUntil;

/** What happens next, as a sentence. */
function Sentence({ subscription }: Props) {
  const { t, language } = useTranslation('subscriptions');
  const zone = useViewerZone();
  const { status, paymentDue, waitsForRate, renews, validUntil, accessUntil, can, price } =
    subscription;
  if (status === 'ended') return null;
  if (!validUntil || !accessUntil) return <Text>{t('mine.ownedText')}</Text>;
  const day = (instant: string) => formatDate(instant, { language, zone, style: 'date' });
  if (waitsForRate) {
    const text = paymentDue ? 'mine.waitsDueText' : 'mine.waitsText';
    return <Text>{t(text, { currency: price.currency })}</Text>;
  }
  if (paymentDue) return <Text>{t('mine.dueText', { day: day(accessUntil) })}</Text>;
  const until = day(openUntil(subscription) ?? validUntil);
  if (can.resumeToPay) {
    return <Text>{t('mine.lastsWaited', { day: until, currency: price.currency })}</Text>;
  }
  return <Text>{t(renews ? 'mine.renews' : 'mine.lasts', { day: until })}</Text>;
}

/**
 * Whoever cancels in the grace has what is paid alone; whoever waits for us what was promised, and until then may
 * think again.
 */
export const cancelTextOf = ({
  waitsForRate,
  paymentDue,
}: Pick<SubscriptionCard, 'waitsForRate' | 'paymentDue'>) =>
  paymentDue && !waitsForRate ? 'cancel.dueText' : 'cancel.text';

function Actions({ subscription }: Props) {
  const { t, language } = useTranslation('subscriptions');
  const confirm = useConfirm();
  const act = useAct();
  const zone = useViewerZone();
  const { id, can, channel, paymentDue, lastFour, term, price } = subscription;
  const { title, path, label } = useFollowed(channel);
  // Where no card is changed without it, paying is how one changes it.
  const next = term === 'year' ? 'mine.payNext.year' : 'mine.payNext.month';
  const payLabel = can.changeCard ? next : 'mine.changeCard';
  const until = openUntil(subscription);
  const day = until ? formatDate(until, { language, zone, style: 'date' }) : '';
  const cancel = async () => {
    const sure = await confirm({
      title: t('cancel.title', { channel: title }),
      text: t(cancelTextOf(subscription), { day }),
      confirmLabel: t('cancel.sure'),
      cancelLabel: t('cancel.keep'),
    });
    if (!sure) return;
    await act.run(() => api(subscriptionsContract.cancelSubscription, { params: { id } }), {
      done: t('cancel.done'),
    });
  };
  const resume = async () => {
    const isSure =
      !can.resumeToPay ||
      (await confirm({
        title: t('resume.title', { channel: title }),
        text: t('resume.toPay', { currency: price.currency }),
        confirmLabel: t('resume.button'),
        cancelLabel: t('resume.notNow'),
      }));
    if (!isSure) return;
    await act.run(() => api(subscriptionsContract.resumeSubscription, { params: { id } }), {
      done: t('resume.done'),
    });
  };
  return (
    <Group gap="sm">
      <Button component={Link} to={path} variant="default">
        {label}
      </Button>
      {can.pay && (
        <Button
          component={Link}
          to={`/mystuff/subscriptions/${id}/pay`}
          variant={paymentDue ? 'filled' : 'default'}
          leftSection={<IconCreditCard size={18} aria-hidden />}
        >
          {t(paymentDue ? 'mine.payNow' : payLabel)}
        </Button>
      )}
      {can.changeCard && (
        <Button component={Link} to={`/mystuff/subscriptions/${id}/card`} variant="default">
          {t(lastFour ? 'mine.otherCard' : 'mine.addCard')}
        </Button>
      )}
      {can.resume && (
        <Button loading={act.busy} onClick={() => void resume()}>
          {t('resume.button')}
        </Button>
      )}
      {can.cancel && (
        <Button variant="subtle" color="red" loading={act.busy} onClick={() => void cancel()}>
          {t('cancel.button')}
        </Button>
      )}
    </Group>
  );
}

function Invoices({ subscription: { invoices } }: Props) {
  const { t } = useTranslation('subscriptions');
  if (invoices.length === 0) return null;
  return (
    <details>
      <summary>{t('mine.invoices', { count: invoices.length })}</summary>
      <Group gap="xs" mt="xs">
        {invoices.map(({ orderId, invoice }) => (
          <Button
            key={invoice.id}
            size="compact-md"
            variant="subtle"
            leftSection={<IconFileInvoice size={16} aria-hidden />}
            onClick={() => void downloadInvoice(orderId, invoice)}
          >
            {invoice.number}
          </Button>
        ))}
      </Group>
    </details>
  );
}
