/** The door of `player`: views, and what ends them. */
export { openPlayback } from './open-playback.ts';
export { playbackChanged } from './playback-changed.ts';
export { endViewsOf, mayStillWatch, registerWatchCheck } from './watch-check.ts';
