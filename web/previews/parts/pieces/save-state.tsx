import { ApiError } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { SampleForm } from '#web/previews/parts/sample-form.tsx';
import type { SaveState as State } from '#web/ui/autosaver.ts';
import { SaveState } from '#web/ui/save-state.tsx';

const at = Date.parse('2026-12-05T19:04:00Z');

function Line({ state, refused }: { state: State; refused?: boolean }) {
  const { t } = useTranslation('previews');
  const saver = {
    subscribe: () => () => true,
    state: () => state,
    isDue: () => false,
    flush: async () => true,
  };
  return (
    <SampleForm
      values={{}}
      saver={saver}
      begin={(store) => refused && store.refuse('', { amount: t('sample.refusedField') })}
    >
      <SaveState idle={t('sample.savesItself')} />
    </SampleForm>
  );
}

const idle: State = { is: 'idle' };
const saving: State = { is: 'saving' };
const saved: State = { is: 'saved', at };
const offline: State = { is: 'failed', error: new ApiError(0, null) };
const refusal: State = {
  is: 'failed',
  error: new ApiError(422, { code: 'VALIDATION', message: 'El título es demasiado largo.' }),
};

export const piece: Piece = {
  name: 'SaveState',
  group: 'forms',
  samples: [
    { state: 'quiet', Show: () => <Line state={idle} /> },
    { state: 'busy', Show: () => <Line state={saving} /> },
    { state: 'normal', Show: () => <Line state={saved} /> },
    { state: 'warning', Show: () => <Line state={saved} refused /> },
    { state: 'offline', Show: () => <Line state={offline} /> },
    { state: 'error', Show: () => <Line state={refusal} /> },
  ],
};
