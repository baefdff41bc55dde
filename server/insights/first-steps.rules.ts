import type { ChannelState } from '#contract/channels.ts';
import { type FirstStep, type FirstSteps, firstSteps } from '#contract/insights.ts';
import type { ChannelStanding } from '#server/channels/index.ts';

export type ShowStanding = {
  slug: string;
  channel: string;
  isPublished: boolean;
  hasPicture: boolean;
  hasSession: boolean;
  /** A stream was good for twenty seconds, or a show was on air. */
  wasStreamed: boolean;
  /** Tickets that others than the organizer hold or held. */
  tickets: number;
};
export type House = { channels: readonly ChannelStanding[]; shows: readonly ShowStanding[] };

type Step = FirstStep['step'];
type Fact = { isDone: boolean; isWaiting?: boolean; isOpen?: boolean; missing?: number };

const furthest: Record<ChannelState, number> = { published: 3, in_review: 2, draft: 1, banned: 0 };

/** The channel that is furthest on its way, and its show that is: the list is about these two. */
function leading({ channels, shows }: House) {
  const channel =
    channels
      .filter(({ state }) => state !== 'banned')
      .toSorted((a, b) => furthest[b.state] - furthest[a.state])[0] ?? null;
  const far = (show: ShowStanding) =>
    [show.channel === channel?.slug, show.isPublished, show.hasSession, show.wasStreamed].filter(
      Boolean,
    ).length;
  const show = shows.toSorted((a, b) => far(b) - far(a))[0] ?? null;
  return { channel, show };
}

const any = <T>(rows: readonly T[], has: (row: T) => boolean) => rows.some(has);

/** What holds of each step. Whatever was done once, on any channel or show, is done. */
function factsOf(house: House): Record<Step, Fact> {
  const { channels, shows } = house;
  const { channel, show } = leading(house);
  const isPublished = any(channels, ({ state }) => state === 'published');
  const isInReview = !isPublished && channel?.state === 'in_review';
  const wants = (show?.hasPicture ? 0 : 1) + (show?.hasSession ? 0 : 1);
  const isComplete = any(shows, (one) => one.hasPicture && one.hasSession);
  const isOut = any(shows, (one) => one.isPublished);
  return {
    // Nobody logs in without it.
    confirm_email: { isDone: true },
    create_channel: { isDone: channel !== null },
    submit_channel: {
      isDone: isPublished || any(channels, ({ state }) => state === 'in_review'),
      isOpen: channel === null,
      missing: channel?.missing ?? 0,
    },
    create_show: { isDone: isComplete, isOpen: channel === null, missing: show ? wants : 0 },
    test_stream: { isDone: any(shows, (one) => one.wasStreamed), isOpen: show === null },
    publish_show: {
      isDone: isOut,
      isWaiting: isComplete && isInReview,
      isOpen: !isComplete || !isPublished,
    },
    add_iban: { isDone: any(channels, ({ hasIban }) => hasIban), isOpen: channel === null },
    share_link: { isDone: any(shows, ({ tickets }) => tickets > 0), isOpen: !isOut },
  };
}

/** The list, computed whole from what is so: nothing is ticked by hand. */
export function firstStepsOf(house: House, wasHidden: boolean): FirstSteps {
  const facts = factsOf(house);
  const { channel, show } = leading(house);
  const can = (step: Step) => !facts[step].isDone && !facts[step].isOpen && !facts[step].isWaiting;
  // A submitted channel cannot be edited while the team reads it: its IBAN waits with it.
  const current = firstSteps.find((step) => can(step) && !isLocked(step, channel));
  const steps = firstSteps.map((step): FirstStep => {
    const { isDone, isWaiting, missing = 0 } = facts[step];
    const rest = isWaiting ? 'waiting' : step === current ? 'current' : 'open';
    const state = isDone ? 'done' : rest;
    return {
      step,
      state,
      channel: channel?.slug ?? null,
      product: show?.slug ?? null,
      missing: isDone ? 0 : missing,
    };
  });
  const done = steps.filter(({ state }) => state === 'done').length;
  const hide = done === steps.length;
  return { steps, done, hidden: hide && wasHidden, can: { hide } };
}

const isLocked = (step: Step, channel: ChannelStanding | null): boolean =>
  step === 'add_iban' && channel?.state === 'in_review';
