import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Overview } from '#contract/insights.ts';
import { usePublicUrl } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ShareButton } from '#web/ui/share-button.tsx';
import classes from './globalview.module.css';

/** The organizer's own place in the market, and how to send people there. */
export function ShopPanel({ shop }: { shop: NonNullable<Overview['shop']> }) {
  const { t } = useTranslation('insights');
  const path = `/channels/${shop.slug}`;
  return (
    <Panel title={t('shop.title')}>
      <div className={classes.shop}>
        <Link to={path} className={classes.link}>
          {shop.title} <IconExternalLink size={16} aria-hidden />
        </Link>
        <span
          className={classes.quiet}
        >{`${usePublicUrl().replace(/^https?:\/\//, '')}${path}`}</span>
        <ShareButton path={path} title={shop.title} />
      </div>
    </Panel>
  );
}
