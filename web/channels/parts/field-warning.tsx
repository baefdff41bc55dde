import { IconAlertTriangle } from '@tabler/icons-react';
import type { ChannelWarning } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './field-warning.module.css';

type Props = { warnings: ChannelWarning[]; field: string };

/** What looked wrong in a field when it was saved; it stops nobody. */
export function FieldWarning({ warnings, field }: Props) {
  const { t } = useTranslation('channels');
  const found = warnings.find((warning) => warning.field === field);
  if (!found) return null;
  return (
    <span className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden />
      {t(`warning.${found.warning}`)}
    </span>
  );
}
