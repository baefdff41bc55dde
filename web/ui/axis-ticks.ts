const mostSteps = 4;

/** Round steps of an axis from nothing to `most` or a little above: by 1, 2 or 5 of `unit`, or tens of them. */
export function axisTicks(most: number, unit = 1): number[] {
  let step = unit;
  for (let power = unit; step * mostSteps < most; power *= 10) {
    const round = [1, 2, 5, 10].map((times) => times * power);
    step = round.find((each) => each * mostSteps >= most) ?? 10 * power;
  }
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}
