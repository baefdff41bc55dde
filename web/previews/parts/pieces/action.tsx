import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';

function Label() {
  return useTranslation('ui').t('form.save');
}

export const piece: Piece = {
  name: 'Action',
  group: 'basics',
  samples: [
    {
      state: 'normal',
      Show: () => (
        <ActionButton>
          <Label />
        </ActionButton>
      ),
    },
    {
      state: 'disabled',
      Show: () => (
        <ActionButton disabled>
          <Label />
        </ActionButton>
      ),
    },
    {
      state: 'busy',
      Show: () => (
        <ActionButton busy>
          <Label />
        </ActionButton>
      ),
    },
    {
      state: 'quiet',
      Show: () => (
        <>
          <ActionLink to="/" quiet>
            <Label />
          </ActionLink>{' '}
          <ActionButton quiet>
            <Label />
          </ActionButton>
        </>
      ),
    },
  ],
};
