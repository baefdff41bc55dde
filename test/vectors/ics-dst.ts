/**
 * Wall clocks around the changes of the clocks, worked out from the IANA time zones; the cases are
 * those in which others went wrong (pretix 4442, 5695, 1644, 632; Attendize 292; open-event-server
 * 2805).
 */
export const onceVectors = [
  ['2026-03-29T01:59', 'Europe/Madrid', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Madrid', '2026-03-29T01:00:00.000Z'],
  ['2026-07-01T20:00', 'Europe/Madrid', '2026-07-01T18:00:00.000Z'],
  ['2026-07-01T20:00', 'Atlantic/Canary', '2026-07-01T19:00:00.000Z'],
  ['2026-07-01T20:00', 'Asia/Kathmandu', '2026-07-01T14:15:00.000Z'],
  ['2026-07-01T20:00', 'America/Mexico_City', '2026-07-02T02:00:00.000Z'],
] as const;

export const twiceVectors = [
  ['2026-10-25T02:30', 'Europe/Madrid', '2026-10-25T00:30:00.000Z'],
  ['2026-04-04T23:30', 'America/Santiago', '2026-04-05T02:30:00.000Z'],
] as const;

export const neverVectors = [
  ['2026-03-29T02:30', 'Europe/Madrid'],
  ['2026-03-29T00:30', 'Atlantic/Azores'],
  ['2026-03-08T02:30', 'America/New_York'],
] as const;

/** A weekly show stays at its hour on the wall. */
export const weeklyVectors = [
  [
    ['2026-03-15T20:00', '2026-03-15T19:00:00.000Z'],
    ['2026-03-22T20:00', '2026-03-22T19:00:00.000Z'],
    ['2026-03-29T20:00', '2026-03-29T18:00:00.000Z'],
    ['2026-04-05T20:00', '2026-04-05T18:00:00.000Z'],
  ],
  [
    ['2026-10-11T20:00', '2026-10-11T18:00:00.000Z'],
    ['2026-10-18T20:00', '2026-10-18T18:00:00.000Z'],
    ['2026-10-25T20:00', '2026-10-25T19:00:00.000Z'],
    ['2026-11-01T20:00', '2026-11-01T19:00:00.000Z'],
  ],
] as const;

/** From, to (Europe/Madrid), and the hours between. */
export const nightVectors = [
  ['2026-10-24T22:00', '2026-10-25T06:00', 9],
  ['2026-03-28T22:00', '2026-03-29T06:00', 7],
] as const;

/** Month, and the instants at which it begins and is over in Europe/Madrid. */
export const monthVectors = [
  ['2026-01', '2025-12-31T23:00:00Z', '2026-01-31T23:00:00Z'],
  ['2026-10', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
] as const;
