import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Asset, assetsContract } from '#contract/assets.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { linesOf, readLines } from './chapter-lines.ts';
import classes from './film.module.css';

type Props = { asset: Asset; show: (asset: Asset) => void; off: boolean };

/** Chapters as one types them anywhere: a line each, when and what. */
export function ChaptersEditor({ asset, show, off }: Props) {
  const { t } = useTranslation('media');
  const saved = linesOf(asset.chapters);
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const act = useAct();
  const text = typed ?? saved;
  const save = async () => {
    const read = readLines(text);
    if (read.wrong !== undefined) return setFault(t('chapters.wrong', { line: read.wrong }));
    setFault('');
    const call = { params: { id: asset.id }, body: { chapters: read.chapters } };
    const next = await act.run(() => api(assetsContract.setChapters, call), {
      stay: true,
      done: t('chapters.saved'),
    });
    if (!next) return;
    show(next);
    setTyped(null);
  };
  return (
    <section className={classes.part} aria-label={t('chapters.title')}>
      <Textarea
        label={t('chapters.title')}
        description={t('chapters.text')}
        placeholder={t('chapters.sample')}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        disabled={off}
        error={fault || undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {text !== saved && (
        <div className={classes.buttons}>
          <Button size="xs" loading={act.busy} disabled={off} onClick={() => void save()}>
            {t('chapters.save')}
          </Button>
        </div>
      )}
    </section>
  );
}
