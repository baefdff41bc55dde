import { IconWindow } from '@tabler/icons-react';
import { integrationLimits } from '#contract/integrations.ts';
import { type Widget, widgetsContract } from '#contract/widgets.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TagsField } from '#web/ui/tags-field.tsx';
import classes from './desk.module.css';
import { WidgetMaker } from './widget-maker.tsx';

type Props = { items: Widget[]; script: string };

/** Where the shows of each channel may be embedded, and what to paste there. */
export function WidgetView({ items, script }: Props) {
  const { t } = useTranslation('integrations');
  const products = items.flatMap((item) => item.products);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={IconWindow}
        title={t('widget.noChannel')}
        text={t('widget.noChannelText')}
        action={<ActionLink to="/account/channels">{t('widget.toChannels')}</ActionLink>}
      />
    );
  }
  return (
    <div className={classes.stack}>
      {items.map((widget) => (
        <DomainsPanel key={widget.channel.slug} widget={widget} />
      ))}
      {products.length === 0 ? (
        <EmptyState icon={IconWindow} title={t('widget.none')} text={t('widget.noneText')} />
      ) : (
        <WidgetMaker products={products} script={script} />
      )}
    </div>
  );
}

function DomainsPanel({ widget }: { widget: Widget }) {
  const { t } = useTranslation('integrations');
  const { channel, domains, can } = widget;
  const { slug } = channel;
  return (
    <Panel title={t('widget.domainsOf', { channel: channel.title })}>
      <DeskForm
        id={`widget:${slug}`}
        bar={false}
        initial={{ domains }}
        disabled={!can.edit}
        save={(body: { domains: string[] }) =>
          api(widgetsContract.saveWidget, { params: { slug }, body })
        }
        saved={() => notify({ message: t('widget.saved') })}
      >
        <TagsField
          name="domains"
          label={t('widget.domains')}
          description={t('widget.domainsHint')}
          max={integrationLimits.domains}
          maxLength={200}
        />
      </DeskForm>
    </Panel>
  );
}
