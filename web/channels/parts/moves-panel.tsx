import type { ChannelMove } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import classes from './moves-panel.module.css';

/** What happened to the channel, newest first; nothing while nothing has. */
export function MovesPanel({ moves }: { moves: ChannelMove[] }) {
  const { t } = useTranslation('channels');
  if (moves.length === 0) return null;
  return (
    <Panel title={t('moves.title')}>
      <ol className={classes.moves}>
        {moves.map((move) => (
          <li key={move.at + move.to}>
            <span>
              {t(`state.${move.from}`)} → <strong>{t(`state.${move.to}`)}</strong>
            </span>
            <span className={classes.when}>
              <When instant={move.at} style="short" />
            </span>
            {move.reason && <p>{move.reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
