/** The door of `player`: views, and what ends them. */
export { playbackChanged } from './playback-changed.ts';
export { endViewsOf, registerWatchCheck } from './watch-check.ts';
