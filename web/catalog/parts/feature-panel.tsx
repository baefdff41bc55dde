import { Anchor, Switch } from '@mantine/core';
import { Link } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';

/** Whose it is, and whether the home page shows it first. */
export function FeaturePanel({ product }: { product: OwnProduct }) {
  const { t } = useTranslation('catalog');
  const act = useAct();
  const { slug, channel, owner, featured, can } = product;
  const feature = (next: boolean) =>
    act.run(
      () => api(catalogContract.featureProduct, { params: { slug }, body: { featured: next } }),
      {
        done: t(next ? 'feature.on' : 'feature.off'),
      },
    );
  const offered = featured ? 'feature.isNow' : 'feature.text';
  const hint = can.feature ? offered : 'feature.onlyPublished';
  return (
    <Panel title={t('feature.title')}>
      <Facts
        items={[
          {
            label: t('field.channel'),
            value: (
              <Anchor component={Link} to={`/manage/channels/${channel.slug}`}>
                {channel.title}
              </Anchor>
            ),
          },
          { label: t('manage.owner'), value: owner.name || owner.email },
          { label: t('manage.mail'), value: owner.email },
          { label: t('manage.created'), value: <When instant={product.createdAt} /> },
        ]}
      />
      <Switch
        mt="md"
        label={t('feature.switch')}
        description={t(hint)}
        checked={featured}
        disabled={act.busy || !can.feature}
        onChange={(event) => void feature(event.currentTarget.checked)}
      />
    </Panel>
  );
}
