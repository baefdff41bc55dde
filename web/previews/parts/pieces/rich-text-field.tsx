import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { SampleForm } from '#web/previews/parts/sample-form.tsx';
import { longTitle } from '#web/previews/parts/sample-shows.ts';
import { RichTextField } from '#web/ui/rich-text-field.tsx';
import { RichTextSkeleton } from '#web/ui/rich-text-skeleton.tsx';

const text = [
  '<h3>Programa</h3><p>Con <strong>dos actos</strong> y <em>un descanso</em>, como en ',
  '<a href="https://platea.test">el estreno</a>.</p>',
  '<h4>Reparto</h4><ul><li><p>Ana Robles</p></li><li><p>Luis Mar</p></li></ul>',
  '<ol><li><p>Obertura</p></li><li><p>Final</p></li></ol>',
  '<blockquote><p>Una noche que no se olvida.</p></blockquote>',
].join('');

type Props = { value?: string; disabled?: boolean; most?: number };

function Text({ value = text, disabled, most = 20_000 }: Props) {
  const { t } = useTranslation('previews');
  return (
    <SampleForm values={{ text: value }} disabled={disabled}>
      <RichTextField name="text" label={t('sample.about')} maxLength={most} />
    </SampleForm>
  );
}

export const piece: Piece = {
  name: 'RichTextField',
  group: 'forms',
  samples: [
    { state: 'normal', Show: () => <Text /> },
    { state: 'empty', Show: () => <Text value="" /> },
    { state: 'disabled', Show: () => <Text disabled /> },
    { state: 'error', Show: () => <Text most={300} /> },
    { state: 'long', Show: () => <Text value={`<h3>${longTitle}</h3><p>${longTitle}</p>`} /> },
    { state: 'loading', Show: RichTextSkeleton },
  ],
};
