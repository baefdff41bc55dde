/** The door of `player`: views, and what ends them. */
export { playbackChanged, playerSockets } from './playback-changed.ts';
export { endViewsOf, registerWatchCheck } from './watch-check.ts';
