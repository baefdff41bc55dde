import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Broadcast, BroadcastOutput } from '#contract/live.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ChangeOutput, NewOutput } from './output-form.tsx';
import { OutputRow } from './output-row.tsx';
import classes from './outputs.module.css';

type Props = { slug: string; broadcast: Broadcast; show: (broadcast: Broadcast) => void };

/** Other platforms that the show is sent on to: how each is doing, and what can be done about it. */
export function Outputs({ slug, broadcast, show }: Props) {
  const { t } = useTranslation('live');
  const { t: say } = useTranslation('ui');
  const titleId = useId();
  const [adding, setAdding] = useState(false);
  const [changing, setChanging] = useState<BroadcastOutput | null>(null);
  const { outputs, can } = broadcast;
  const close = () => {
    setAdding(false);
    setChanging(null);
  };
  const saved = (answer: Broadcast) => {
    close();
    show(answer);
  };
  const name = changing?.name ?? '';
  return (
    <section aria-labelledby={titleId} className={classes.outputs}>
      <h3 id={titleId} className={classes.title}>
        {t('outputs.title')}
      </h3>
      {outputs.length === 0 ? (
        <p className={classes.none}>{t(broadcast.room ? 'room.outputs' : 'outputs.none')}</p>
      ) : (
        <ul className={classes.list}>
          {outputs.map((output) => (
            <OutputRow
              key={output.id}
              {...{ slug, broadcast, output, show }}
              change={() => setChanging(output)}
            />
          ))}
        </ul>
      )}
      {can.addOutput && (
        <Button
          variant="default"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('outputs.add')}
        </Button>
      )}
      <Modal
        opened={adding || changing !== null}
        onClose={close}
        title={changing ? t('outputs.changeOf', { name }) : t('outputs.add')}
        closeButtonProps={{ 'aria-label': say('close') }}
      >
        {changing ? (
          <ChangeOutput slug={slug} output={changing} saved={saved} />
        ) : (
          <NewOutput slug={slug} saved={saved} />
        )}
      </Modal>
    </section>
  );
}
