import { IconWorld } from '@tabler/icons-react';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { chooseZone, useViewerZone } from '#web/platform/places.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { keepLanguage, keepTimezone } from '#web/shells/keep-choice.ts';
import { LanguagePicker } from '#web/ui/language-picker.tsx';
import { NativePicker } from '#web/ui/native-picker.tsx';
import { CurrencyPicker } from './currency-picker.tsx';

/**
 * Language, currency and time zone, each where the site configuration offers it. A currency chosen
 * here changes what is shown beside prices, never in what one pays.
 */
export function BarSelectors() {
  const config = useSiteConfig();
  return (
    <>
      {config.languages && <LanguagePicker onChosen={keepLanguage} />}
      {config.currencies && <CurrencyPicker />}
      {config.timezones && <ZonePicker />}
    </>
  );
}

const cityOf = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

function ZonePicker() {
  const { t } = useTranslation('shells');
  const zone = useViewerZone();
  const plain = (value: string) => ({ value, label: value.replaceAll('_', ' ') });
  const site = { value: sessionZone, label: t('zone.site') };
  const choices = () => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const first = [{ value: here, label: t('zone.here', { zone: cityOf(here) }) }, plain(zone)];
    const all = [site, ...first, ...Intl.supportedValuesOf('timeZone').map(plain)];
    // A zone stands once, under the first of its names.
    const stands = new Set<string>();
    return all.filter(({ value }) => !stands.has(value) && stands.add(value));
  };
  return (
    <NativePicker
      label={t('zone')}
      icon={<IconWorld size={18} aria-hidden />}
      short={zone === sessionZone ? 'CET' : cityOf(zone)}
      chosen={zone === sessionZone ? site : plain(zone)}
      choices={choices}
      onChoose={(name) => {
        chooseZone(name === sessionZone ? null : name);
        void keepTimezone(name === sessionZone ? '' : name);
      }}
    />
  );
}
