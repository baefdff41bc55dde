import { now, useClock } from '#server/platform/clock.ts';

/**
 * The clock of the product stands from here to the end of the test: whoever asks, and the settings, are
 * remembered for some seconds, and would be read once more between two counts on a slow machine.
 */
export const holdClock = (): void => useClock(now());
