import type { ChatSilence } from '#contract/chat.ts';
import type { PlaybackState } from '#contract/tickets.ts';

const readable: readonly PlaybackState[] = ['countdown', 'waiting', 'live', 'ready', 'finished'];
const writable: readonly PlaybackState[] = ['countdown', 'waiting', 'live', 'ready'];

/** Who is at the show reads along, also when it is over. */
export const mayRead = (state: PlaybackState): boolean => readable.includes(state);
/** People talk before the show, during it, and while they watch its recording. */
export const mayWrite = (state: PlaybackState): boolean => writable.includes(state);

export type Restriction = { kind: 'muted' | 'banned'; until: string | null };

/** What somebody may do in a chat. `read` false: they have no place in it. */
export type Access = {
  read: boolean;
  write: boolean;
  moderate: boolean;
  silence: ChatSilence | null;
  banned: boolean;
};

type Person = { state: PlaybackState; moderator: boolean; restriction: Restriction | null };

/** Access to a chat at `now` (ISO text). Moderators of the chat cannot be silenced in it. */
export function accessOf({ state, moderator, restriction }: Person, now: string): Access {
  const holds = restriction && (restriction.until === null || restriction.until > now);
  const kind = holds && !moderator ? restriction.kind : null;
  const read = mayRead(state) && kind !== 'banned';
  const open = read && mayWrite(state);
  return {
    read,
    write: open && kind !== 'muted',
    moderate: read && moderator,
    silence: silenceOf(state, kind === 'muted'),
    banned: kind === 'banned',
  };
}

function silenceOf(state: PlaybackState, muted: boolean): ChatSilence | null {
  if (state === 'finished') return 'finished';
  if (!mayWrite(state)) return 'closed';
  return muted ? 'muted' : null;
}
