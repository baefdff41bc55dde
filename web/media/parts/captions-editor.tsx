import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Asset, assetsContract } from '#contract/assets.ts';
import { namesIn } from '#contract/shared/formatters.ts';
import { api, upload } from '#web/platform/api.ts';
import { capitalised } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { ChooseFile } from './choose-file.tsx';
import classes from './film.module.css';

/** Languages of captions, those of the site first. */
const offered =
  'es en pt pt-br ca eu gl fr de it nl pl ro uk ru cs el hu sv da nb fi tr ar he fa hi zh ja ko'.split(
    ' ',
  );

/** A language by its name in ours: `pt-br` → Portugués (Brasil). */
export const captionName = (tag: string, language: string): string =>
  capitalised(namesIn(language, { type: 'language' }).of(tag) ?? tag, language);

type Props = { asset: Asset; show: (asset: Asset) => void; off: boolean };

/** Captions by language: a file each, as WebVTT or SRT. */
export function CaptionsEditor({ asset, show, off }: Props) {
  const { t, language } = useTranslation('media');
  const act = useAct();
  const params = (tag: string) => ({ id: asset.id, language: tag });
  const remove = async (tag: string) => {
    const next = await act.run(() => api(assetsContract.removeCaptions, { params: params(tag) }), {
      stay: true,
    });
    if (next) show(next);
  };
  const add = async (tag: string, file: File) => {
    // As it is: in which letters it is written is found out where it is read.
    const next = await act.run(
      () => upload(assetsContract.putCaptions, { params: params(tag), file }),
      { stay: true, done: t('captions.added') },
    );
    if (next) show(next);
  };
  return (
    <section className={classes.part} aria-label={t('captions.title')}>
      <h3 className={classes.partTitle}>{t('captions.title')}</h3>
      <p className={classes.quiet}>{t('captions.text')}</p>
      {asset.captions.length > 0 && (
        <ul className={classes.list}>
          {asset.captions.map(({ language: tag, cues }) => (
            <li key={tag}>
              <span>
                {captionName(tag, language)}{' '}
                <span className={classes.quiet}>{t('captions.cues', { count: cues })}</span>
              </span>
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                disabled={off || act.busy}
                aria-label={t('captions.removeOf', { language: captionName(tag, language) })}
                onClick={() => void remove(tag)}
              >
                {t('captions.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddCaptions off={off} busy={act.busy} add={add} />
    </section>
  );
}

type AddProps = { off: boolean; busy: boolean; add: (tag: string, file: File) => Promise<void> };

function AddCaptions({ off, busy, add }: AddProps) {
  const { t, language } = useTranslation('media');
  const [tag, setTag] = useState<string>(language);
  const data = offered.map((value) => ({ value, label: captionName(value, language) }));
  return (
    <div className={classes.row}>
      <NativeSelect
        label={t('captions.language')}
        value={tag}
        disabled={off}
        onChange={(event) => setTag(event.currentTarget.value)}
        data={data}
      />
      <ChooseFile
        text={t('captions.file')}
        accept=".vtt,.srt,text/vtt"
        busy={busy}
        off={off}
        input={{ 'aria-label': t('captions.file') }}
        chosen={([file]) => file && void add(tag, file)}
      />
    </div>
  );
}
