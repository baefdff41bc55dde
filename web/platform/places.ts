import { useSyncExternalStore } from 'react';
import { sessionZone } from '#contract/shared/session-zone.ts';
import { localStore } from '#web/platform/local-store.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';

const zone = localStore<string>('platea.timezone');
const nothing = () => null;

/** The zone chosen on this browser, if one was. */
export const chosenZone = (): string | null => zone.read();
export const chooseZone = (name: string | null): void => zone.write(name);

/** The zone in which times are shown: what the viewer chose, while choosing is on, else CET. */
export function useViewerZone(): string {
  const { timezones } = useSiteConfig();
  const chosen = useSyncExternalStore(zone.subscribe, zone.read, nothing);
  return (timezones && chosen) || sessionZone;
}
