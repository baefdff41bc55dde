import { type RoomChange, rehearsalLimits, rehearsalsContract } from '#contract/rehearsals.ts';
import { api } from '#web/platform/api.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { DeskForm } from '#web/ui/desk-form.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { RoomProps } from './invitation-panel.tsx';

const { least, most } = rehearsalLimits.places;

/** What the room is called, and how many may come. */
export function RoomPanel({ room, show }: RoomProps) {
  const { t } = useTranslation('rehearsals');
  const { slug, title, invitation, can } = room;
  return (
    <Panel title={t('room.title')}>
      <DeskForm
        id={`rehearsal:${slug}`}
        bar={false}
        keepData
        initial={{ title, places: invitation.places }}
        disabled={!can.rename || !can.setPlaces}
        submitLabel={t('room.save')}
        save={(body: RoomChange) => api(rehearsalsContract.changeRoom, { params: { slug }, body })}
        saved={(answer) => {
          notify({ message: t('room.saved') });
          show(answer);
        }}
      >
        <TextField
          name="title"
          label={t('field.title')}
          maxLength={rehearsalLimits.title}
          required
        />
        <NumberField
          name="places"
          label={t('field.places')}
          description={t('field.placesHint', { least, most })}
          min={least}
          max={most}
          required
        />
      </DeskForm>
    </Panel>
  );
}
