/** How far a live show is kept behind its newest moment, beyond what its playlist asks for. */
export type Distance = { extraSeconds: number; since: number };

export const atStart = (now: number): Distance => ({ extraSeconds: 0, since: now });

/** One part: less than that cannot be fetched at once. */
const step = 1 / 3;
const most = 2;
const calmMs = 30_000;

/** The picture stood still for want of media: from now on a little more is kept. */
export const afterStall = ({ extraSeconds }: Distance, now: number): Distance => ({
  extraSeconds: Math.min(most, extraSeconds + step),
  since: now,
});

/** Half a minute without a stall: what was kept for it is given back, one step after the other. */
export function afterCalm(distance: Distance, now: number): Distance {
  if (distance.extraSeconds === 0 || now - distance.since < calmMs) return distance;
  const extraSeconds = distance.extraSeconds - step;
  return { extraSeconds: extraSeconds < step / 2 ? 0 : extraSeconds, since: now };
}
