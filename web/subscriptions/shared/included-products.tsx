import { Switch, Text } from '@mantine/core';
import { siteSubscriptionContract } from '#contract/site-subscription.ts';
import { type SubscriptionProduct, subscriptionsContract } from '#contract/subscriptions.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';

/** What opens them: the subscription of the channel, or that of the whole site. */
type Opener = 'channel' | 'site';
type Props = { by: Opener; channel: string; products: SubscriptionProduct[] };
const wordsBy = { channel: 'included', site: 'site.included' } as const;
const endpointBy = {
  channel: subscriptionsContract.markSubscriptionProduct,
  site: siteSubscriptionContract.markSiteProduct,
};

/** The published products of a channel, each with whether a subscription opens it. */
export function IncludedProducts({ by, channel, products }: Props) {
  const { t } = useTranslation('subscriptions');
  return (
    <Panel title={t(`${wordsBy[by]}.title`)}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`${wordsBy[by]}.text`)}
      </Text>
      {products.length === 0 ? (
        <Text size="sm">{t('included.none')}</Text>
      ) : (
        <RowList scrolls>
          {products.map((one) => (
            <Row
              key={one.id}
              name={one.title}
              to={`/account/channels/${channel}/products/${one.slug}`}
              badge={<IncludedSwitch by={by} of={one} />}
              about={!one.can.include && t('included.never')}
            />
          ))}
        </RowList>
      )}
    </Panel>
  );
}

function IncludedSwitch({ by, of }: { by: Opener; of: SubscriptionProduct }) {
  const { t } = useTranslation('subscriptions');
  const act = useAct();
  const { slug, title, included, can } = of;
  const set = (next: boolean) =>
    act.run(() => api(endpointBy[by], { params: { slug }, body: { included: next } }));
  return (
    <Switch
      aria-label={t(`${wordsBy[by]}.switch`, { title })}
      checked={included}
      disabled={!can.include || act.busy}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}
