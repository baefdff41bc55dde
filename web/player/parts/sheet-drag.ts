/** A finger that moves less than this has tapped. */
const tapPx = 8;
/** Pixels in a millisecond: faster than this a flick decides, wherever it ends. */
const flick = 0.5;

type Drag = {
  /** Where it began and ends, and how high the sheet is then. */
  fromY: number;
  toY: number;
  height: number;
  /** How high it can be. */
  most: number;
  ms: number;
};

export const isTap = ({ fromY, toY }: Pick<Drag, 'fromY' | 'toY'>): boolean =>
  Math.abs(toY - fromY) < tapPx;

/** Does a sheet that is let go stay open? A flick goes its own way, else the nearer end wins. */
export function landsOpen({ fromY, toY, height, most, ms }: Drag): boolean {
  const speed = (fromY - toY) / Math.max(1, ms);
  if (Math.abs(speed) > flick) return speed > 0;
  return height > most / 2;
}
