import type { BroadcastOutput, OutputChange } from '#contract/live.ts';

/** An output as it is kept, for the rules. `key`: null when it cannot be opened any more. */
export type KeptOutput = {
  id: string;
  name: string;
  url: string;
  key: string | null;
  isEnabled: boolean;
  duringRehearsals: boolean;
};

/**
 * Is it sent on now? The show is, from the hour on. A rehearsal is not, unless its organizer wants it:
 * who tries lights and sound an hour before does not expect to be seen on another platform. Of private
 * tests nothing ever leaves; they do not come here.
 */
export const isSentOn = (output: KeptOutput, { isRehearsal }: { isRehearsal: boolean }): boolean =>
  output.isEnabled && output.key !== null && (!isRehearsal || output.duringRehearsals);

/** What can be done with an output. Without its key it is not switched on. */
export const outputMoves = ({ isEnabled, key }: KeptOutput): BroadcastOutput['can'] => ({
  switchOn: !isEnabled && key !== null,
  switchOff: isEnabled,
  change: true,
  remove: true,
});

/**
 * Must the key be typed for this change? A kept key is never sent to another server than the one it was
 * typed for: whoever may change an address could read it there.
 */
export function needsKey(output: KeptOutput, change: OutputChange): boolean {
  if (change.key !== undefined) return false;
  const leadsElsewhere = change.url !== undefined && change.url !== output.url;
  return leadsElsewhere || (change.enabled === true && output.key === null);
}

const shortestShown = 12;

/** The end of a key, by which its owner knows it again; nothing of one too short to hide the rest. */
export const endOfKey = (key: string | null): string =>
  key !== null && key.length >= shortestShown ? key.slice(-4) : '';
