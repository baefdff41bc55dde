/**
 * `work` done at once, and then not again for `restMs`: whoever calls meanwhile is answered by one
 * more time at the end of it. `stop` forgets that.
 */
export function seldom(work: () => void, restMs: number): { call: () => void; stop: () => void } {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const call = () => {
    if (resting !== undefined) {
      isAsked = true;
      return;
    }
    work();
    resting = setTimeout(() => {
      resting = undefined;
      if (isAsked) call();
      isAsked = false;
    }, restMs);
  };
  const stop = () => {
    clearTimeout(resting);
    resting = undefined;
    isAsked = false;
  };
  return { call, stop };
}
