import { IconWorld } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { chooseZone, useViewerZone } from '#web/platform/places.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { keepLanguage, keepTimezone } from '#web/shells/keep-choice.ts';
import { LanguagePicker } from '#web/ui/language-picker.tsx';
import { NativePicker } from '#web/ui/native-picker.tsx';

/**
 * Language and time zone, each where the site configuration offers it. There is no choice of
 * currency: every price is shown, and paid, in the currency of its product.
 */
export function BarSelectors() {
  const config = useSiteConfig();
  return (
    <>
      {config.languages && <LanguagePicker onChosen={keepLanguage} />}
      {config.timezones && <ZonePicker />}
    </>
  );
}

/** The long lists exist in the browser only: the page need not carry them. */
function useListAfterHydration(make: () => string[]): string[] {
  const [list, setList] = useState<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list never changes
  useEffect(() => setList(make()), []);
  return list;
}

const cityOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

function ZonePicker() {
  const { t } = useTranslation('shells');
  const zone = useViewerZone();
  const zones = useListAfterHydration(() => Intl.supportedValuesOf('timeZone'));
  const [here] = useListAfterHydration(() => [Intl.DateTimeFormat().resolvedOptions().timeZone]);
  const first = [{ value: sessionZone, label: t('zone.site') }];
  if (here && here !== sessionZone) {
    first.push({ value: here, label: t('zone.here', { zone: cityOf(here) }) });
  }
  const rest = (zones.length > 0 ? zones : [zone]).filter(
    (name) => name !== here && name !== sessionZone,
  );
  return (
    <NativePicker
      label={t('zone')}
      icon={<IconWorld size={18} aria-hidden />}
      short={zone === sessionZone ? 'CET' : cityOf(zone)}
      value={zone}
      choices={[
        ...first,
        ...rest.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
      ]}
      onChoose={(name) => {
        chooseZone(name === sessionZone ? null : name);
        void keepTimezone(name === sessionZone ? '' : name);
      }}
    />
  );
}
