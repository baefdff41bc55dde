/**
 * `steady` plays or may · `stopped`: the server answers, the stage sends nothing ·
 * `reconnecting` for 30 s at most · `lost` says so, and still tries.
 */
export type Line = 'steady' | 'stopped' | 'reconnecting' | 'lost';

const graceMs = 30_000;
const stallMs = 2500;
const firstPictureMs = 8000;

type Given = {
  live: boolean;
  tell: (line: Line) => void;
  /** The server has more of the show than has come here: the line is slow, the stage is not silent. */
  hasMore: () => boolean;
};

/**
 * A picture that stands for some seconds, or does not come at first, is trouble. Whose it is shows
 * in what the server answers: `silent` is called when it has nothing newer.
 */
export function watchTrouble(video: HTMLVideoElement, { live, tell, hasMore }: Given) {
  const timers = new Map<'stall' | 'grace' | 'first', ReturnType<typeof setTimeout>>();
  const wait = (name: 'stall' | 'grace' | 'first', ms: number, then: () => void) => {
    if (!timers.has(name)) timers.set(name, setTimeout(then, ms));
  };
  const clear = (...names: ('stall' | 'grace' | 'first')[]) => {
    for (const name of names) {
      clearTimeout(timers.get(name));
      timers.delete(name);
    }
  };
  let troubled = false;
  let quiet = false;
  const begin = () => {
    if (troubled) return;
    troubled = true;
    if (quiet) return tell('stopped');
    tell('reconnecting');
    wait('grace', graceMs, () => tell('lost'));
  };
  const silent = () => {
    if (!live || quiet) return;
    quiet = true;
    clear('grace');
    if (troubled) tell('stopped');
  };
  const waits = () => {
    if (!video.paused && !video.ended) wait('stall', stallMs, begin);
  };
  const goesOn = () => {
    // A last frame from the buffer is no sign of life.
    if (video.readyState < 3) return;
    clear('stall', 'grace', 'first');
    troubled = false;
    quiet = false;
    tell('steady');
  };
  if (live) {
    wait('first', firstPictureMs, () => {
      if (!hasMore()) silent();
      begin();
    });
  }
  const signs = ['playing', 'timeupdate', 'canplay'];
  video.addEventListener('waiting', waits);
  for (const sign of signs) video.addEventListener(sign, goesOn);
  return {
    begin,
    silent,
    stop: () => {
      clear('stall', 'grace', 'first');
      video.removeEventListener('waiting', waits);
      for (const sign of signs) video.removeEventListener(sign, goesOn);
    },
  };
}

/** What to say of the line when the viewer's own is down: the stage cannot be blamed for that. */
export const lineSaid = (line: Line, offline: boolean): Line =>
  line === 'stopped' && offline ? 'reconnecting' : line;
