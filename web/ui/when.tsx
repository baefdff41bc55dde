import { type DateStyle, formatDate, zoneName } from '#web/platform/format.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';

type Props = { instant: string; style?: DateStyle; zone?: string; withZone?: boolean };

/**
 * An instant in the viewer's zone with the zone's name. The server writes it in CET; the browser
 * changes it to a chosen zone after hydration, in figures of the same width.
 */
export function When({ instant, style = 'full', zone, withZone }: Props) {
  const { language } = useTranslation('ui');
  const viewerZone = useViewerZone();
  const shown = zone ?? viewerZone;
  const named = withZone ?? (style !== 'date' && style !== 'day');
  return (
    <time dateTime={instant} suppressHydrationWarning>
      {formatDate(instant, { language, zone: shown, style })}
      {named && `\u00a0${zoneName(instant, shown)}`}
    </time>
  );
}
