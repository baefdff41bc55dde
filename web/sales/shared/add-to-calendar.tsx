import { Button, type ButtonProps } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { Session } from '#contract/catalog.ts';
import { calendarOf } from '#contract/shared/calendar.ts';
import { handOver } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';

type Props = ButtonProps & {
  slug: string;
  title: string;
  session: Pick<Session, 'id' | 'startsAt' | 'endsAt'>;
};

/** Hands the date over to the calendar of the viewer's own machine. */
export function AddToCalendar({ slug, title, session, ...look }: Props) {
  const { t } = useTranslation('sales');
  const save = () => {
    const text = calendarOf([
      {
        id: session.id,
        title,
        startsAt: session.startsAt,
        endsAt: session.endsAt,
        url: new URL(`/player/${slug}`, window.location.origin).href,
        // The date was fixed before; when it is handed over is of no account.
        madeAt: session.startsAt,
      },
    ]);
    handOver(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `${slug}.ics`);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={18} aria-hidden />}
      {...look}
      onClick={save}
    >
      {t('mine.calendar')}
    </Button>
  );
}
