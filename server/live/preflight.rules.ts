import {
  encoderSettings,
  type Preflight,
  type PreflightCheck,
  preflightChecks,
  steadyEnough,
} from '#contract/live.ts';

/** What is known of the encoder on air; zero or null: not yet. */
export type Received = {
  receiving: boolean;
  width: number;
  height: number;
  hasPicture: boolean;
  /** As the source says, and as they come. */
  sourceFrames: number;
  framesPerSecond: number;
  bitsPerSecond: number;
  keyframeSeconds: number;
  /** In the last minute. */
  droppedFrames: number;
  hasSound: boolean;
};

type State = PreflightCheck['state'];
type Limits = { bad: boolean; warn: boolean; wait?: boolean };

const judge = ({ wait = false, bad, warn }: Limits): State => {
  if (wait) return 'wait';
  if (bad) return 'bad';
  return warn ? 'warn' : 'good';
};

/** What is wanted of a picture of this size: the settings of the next smaller or equal height. */
export function wantedBits(shortSide: number): number {
  const fitting = encoderSettings.find(({ height }) => shortSide >= height * 0.9);
  return (
    (fitting ?? encoderSettings[encoderSettings.length - 1] ?? { kilobits: 900 }).kilobits * 1000
  );
}

const picture = (given: Received): State =>
  judge({ bad: !given.hasPicture, warn: Math.min(given.width, given.height) < 540 });

/** Many frames that do not come are a computer or a line at its limit. */
const frames = ({ sourceFrames, framesPerSecond }: Received): State =>
  judge({
    wait: framesPerSecond === 0,
    bad: framesPerSecond < 15 || framesPerSecond < sourceFrames * 0.8,
    warn: framesPerSecond < 23.5 || framesPerSecond < sourceFrames * 0.95,
  });

function bitrate({ bitsPerSecond, width, height }: Received): State {
  const wanted = wantedBits(Math.min(width, height));
  return judge({
    wait: bitsPerSecond === 0,
    bad: bitsPerSecond > 12_000_000,
    warn: bitsPerSecond < wanted * 0.4 || bitsPerSecond > wanted * 2,
  });
}

/** Up to four seconds are passed on as they come; beyond, everything is encoded anew. */
const keyframes = ({ keyframeSeconds }: Received): State =>
  judge({
    wait: keyframeSeconds === 0,
    bad: keyframeSeconds > 4.2 || keyframeSeconds < 0.4,
    warn: keyframeSeconds > 2.6 || keyframeSeconds < 0.9,
  });

const judges: Record<
  Exclude<PreflightCheck['check'], 'encoder' | 'steady'>,
  (r: Received) => State
> = {
  picture,
  frames,
  bitrate,
  keyframes,
  sound: ({ hasSound }) => judge({ bad: !hasSound, warn: false }),
};

/** Whether an encoder is fit for the show. Nothing is known of one that does not send. */
export function preflightOf(received: Received | null, steadySeconds: number): Preflight {
  const here = received?.receiving ? received : null;
  const states = preflightChecks.map((check): PreflightCheck => {
    if (check === 'encoder') return { check, state: here ? 'good' : 'wait' };
    if (!here) return { check, state: 'wait' };
    if (check === 'steady')
      return { check, state: steadySeconds >= steadyEnough ? 'good' : 'wait' };
    return { check, state: judges[check](here) };
  });
  const seconds = here ? Math.floor(steadySeconds) : 0;
  return { verdict: verdictOf(states), checks: states, steadySeconds: seconds };
}

function verdictOf(states: readonly PreflightCheck[]): Preflight['verdict'] {
  const has = (wanted: State) => states.some(({ state }) => state === wanted);
  const isHere = states.some(({ check, state }) => check === 'encoder' && state === 'good');
  if (!isHere || has('bad')) return 'not_yet';
  return has('warn') || has('wait') ? 'almost' : 'ready';
}

/** Nothing has to be mended: the time in which a stream proves itself runs on. */
export const isSound = (received: Received | null): boolean =>
  received?.receiving === true &&
  !preflightOf(received, 0).checks.some(({ state }) => state === 'bad');
