import { IconBroadcast, IconCashRegister, IconExternalLink, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import classes from './globalview.module.css';

/** The ways that are walked most. */
export function ShortcutsPanel({ mayCreateProduct }: { mayCreateProduct: boolean }) {
  const { t } = useTranslation('insights');
  const ways = [
    { to: '/account/channels', label: t('go.channel'), Icon: IconBroadcast, shown: true },
    {
      to: '/account/products/new',
      label: t('go.product'),
      Icon: IconPlus,
      shown: mayCreateProduct,
    },
    { to: '/account/sales', label: t('go.sales'), Icon: IconCashRegister, shown: true },
    { to: '/', label: t('go.site'), Icon: IconExternalLink, shown: true },
  ];
  return (
    <Panel title={t('go.title')}>
      <ul className={classes.ways}>
        {ways
          .filter(({ shown }) => shown)
          .map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to} className={classes.way}>
                <Icon size={22} stroke={1.7} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
