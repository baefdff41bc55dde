/** What a key does in the player. */
export const keyDeeds = {
  play: ['k', ' '],
  mute: ['m'],
  fullscreen: ['f'],
  captions: ['c'],
  back: ['j', 'ArrowLeft'],
  forward: ['l', 'ArrowRight'],
  louder: ['ArrowUp'],
  softer: ['ArrowDown'],
  help: ['?'],
} as const;
export type KeyDeed = keyof typeof keyDeeds;

/** A live show has no way back, and none forward. */
const inRecordingsOnly: KeyDeed[] = ['back', 'forward'];
/** These go on while their key is held down; what is on or off changes once. */
const ofHeldKeys: KeyDeed[] = ['back', 'forward', 'louder', 'softer'];
/** What a button, a link or a slider does with these keys goes first. */
const ofControls = new Set([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>;
/** Where the focus is: in a field, on something that takes keys itself, or on nothing in particular. */
export type KeyPlace = 'field' | 'control' | 'page';

/** The deed of a key pressed there, or null. */
export function deedOf(press: Press, place: KeyPlace, live: boolean): KeyDeed | null {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented } = press;
  if (defaultPrevented || ctrlKey || metaKey || altKey || place === 'field') return null;
  if (place === 'control' && ofControls.has(key)) return null;
  const asked = key.length === 1 ? key.toLowerCase() : key;
  const deeds = Object.entries(keyDeeds) as [KeyDeed, readonly string[]][];
  const deed = deeds.find(([, keys]) => keys.includes(asked))?.[0] ?? null;
  return deed && live && inRecordingsOnly.includes(deed) ? null : deed;
}

/** The deeds that a list of keys names. */
export const deedsOf = (live: boolean): KeyDeed[] =>
  (Object.keys(keyDeeds) as KeyDeed[]).filter((deed) => !live || !inRecordingsOnly.includes(deed));

/** A key that is held down says so again and again: does its deed go on? */
export const goesOnHeld = (deed: KeyDeed): boolean => ofHeldKeys.includes(deed);
