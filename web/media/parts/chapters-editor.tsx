import { type Asset, assetsContract } from '#contract/assets.ts';
import { api, type FieldErrors } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { TextAreaField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form-context.ts';
import { SaveState } from '#web/ui/save-state.tsx';
import { linesOf, readLines, refusedLine } from './chapter-lines.ts';
import classes from './film.module.css';

type Props = {
  /** The field of the film to which they belong. */
  name: string;
  asset: Asset;
  show: (asset: Asset) => void;
  off: boolean;
};

/** Chapters as one types them anywhere: a line each, when and what. They save themselves. */
export function ChaptersEditor({ name, asset, show, off }: Props) {
  const { t } = useTranslation('media');
  const { reveal } = useForm();
  const save = useSaveChapters(asset.id, show);
  return (
    <section className={classes.part} aria-label={t('chapters.title')}>
      <DeskForm
        nested
        id={`chapters:${asset.id}`}
        initial={{ lines: linesOf(asset.chapters) }}
        autosave={{ send: save, ready: () => true }}
        save={save}
        reveal={() => reveal?.(name)}
        disabled={off}
      >
        <TextAreaField
          name="lines"
          label={t('chapters.title')}
          description={t('chapters.text')}
          placeholder={t('chapters.sample')}
          rows={3}
        />
        <SaveState idle={t('chapters.idle')} />
      </DeskForm>
    </section>
  );
}

type Typed = { lines: string };

/** What cannot be kept is said at the field, with the line in which it stands. */
function useSaveChapters(id: string, show: (asset: Asset) => void) {
  const { t } = useTranslation('media');
  return async (
    { lines }: Typed,
    _before: Typed,
    how?: { leaving: boolean },
  ): Promise<Record<string, string>> => {
    const read = readLines(lines);
    if (read.wrong !== undefined) return { lines: t('chapters.wrong', { line: read.wrong }) };
    try {
      const call = { params: { id }, body: { chapters: read.chapters } };
      show(await api(assetsContract.setChapters, { ...call, keepalive: how?.leaving ?? false }));
      return {};
    } catch (error) {
      const { fields = {} } = error as { fields?: FieldErrors };
      const refused = refusedLine(fields, read.lines);
      if (!refused) throw error;
      const { line, reason } = refused;
      return { lines: line === null ? reason : t('chapters.refused', { line, reason }) };
    }
  };
}
