import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { NextTask } from '#contract/insights.ts';
import { fieldOfFault } from '#contract/shared/payees.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import classes from './globalview.module.css';

/** The next things to do, each a link to where it is done. */
export function TasksPanel({ tasks }: { tasks: NextTask[] }) {
  const { t } = useTranslation('insights');
  return (
    <Panel title={t('tasks.title')}>
      {tasks.length === 0 ? (
        <p className={classes.none}>
          <IconCircleCheck size={20} aria-hidden /> {t('tasks.none')}
        </p>
      ) : (
        <ol className={classes.list}>
          {tasks.map((task) => (
            <li key={`${task.task} ${task.channel} ${task.product}`}>
              <Link to={placeOf(task)} className={classes.row}>
                {t(`task.${task.task}`, { title: task.title })}
                <IconArrowRight size={18} aria-hidden />
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function placeOf({ task, channel, product }: NextTask): string {
  if (task === 'create_product') return `/account/products/new?channel=${channel}`;
  if (task === 'add_iban' || task === 'check_iban')
    return `/account/channels/${channel}#billing.iban`;
  if (task === 'add_address')
    return `/account/channels/${channel}#${fieldOfFault('address_missing')}`;
  if (product) return `/account/channels/${channel}/products/${product}`;
  return channel ? `/account/channels/${channel}` : '/account/channels';
}
