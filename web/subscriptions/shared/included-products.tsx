import { Switch } from '@mantine/core';
import { type SubscriptionProduct, subscriptionsContract } from '#contract/subscriptions.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';

type Props = { channel: string; products: SubscriptionProduct[] };

/** The published products of a channel, each with whether its subscription opens it. */
export function IncludedProducts({ channel, products }: Props) {
  const { t } = useTranslation('subscriptions');
  return (
    <Panel title={t('included.title')}>
      <p>{t('included.text')}</p>
      {products.length === 0 ? (
        <p>{t('included.none')}</p>
      ) : (
        <RowList scrolls>
          {products.map((one) => (
            <Row
              key={one.id}
              name={one.title}
              to={`/account/channels/${channel}/products/${one.slug}`}
              badge={<IncludedSwitch of={one} />}
              about={!one.can.include && t('included.never')}
            />
          ))}
        </RowList>
      )}
    </Panel>
  );
}

function IncludedSwitch({ of: { slug, title, included, can } }: { of: SubscriptionProduct }) {
  const { t } = useTranslation('subscriptions');
  const act = useAct();
  const set = (next: boolean) =>
    act.run(() =>
      api(subscriptionsContract.markSubscriptionProduct, {
        params: { slug },
        body: { included: next },
      }),
    );
  return (
    <Switch
      aria-label={t('included.switch', { title })}
      checked={included}
      disabled={!can.include || act.busy}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}
