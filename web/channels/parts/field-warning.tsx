import { IconAlertTriangle } from '@tabler/icons-react';
import type { ChannelWarning } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './field-warning.module.css';

/** What looked wrong in a field when it was saved; it stops nobody. Nothing takes no room. */
export function warningAt(field: string, warnings: ChannelWarning[]) {
  const found = warnings.find((warning) => warning.field === field);
  return found && <FieldWarning warning={found} />;
}

function FieldWarning({ warning }: { warning: ChannelWarning }) {
  const { t } = useTranslation('channels');
  return (
    <span className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden />
      {t(`warning.${warning.warning}`)}
    </span>
  );
}
