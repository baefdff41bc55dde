import type { BroadcastEvents, BroadcastSettings } from '#server/live/engine/broadcast-events.ts';
import { type EngineOptions, LiveEngine } from '#server/live/engine/live-engine.ts';
import { memorySink } from '#server/live/engine/segment-sink.ts';

type Given = Partial<Omit<EngineOptions, 'settings' | 'eventsOf'>> & {
  settings?: Partial<BroadcastSettings>;
  eventsOf?: (broadcastId: string) => Partial<BroadcastEvents>;
  /** Of broadcasts that were on air before, somewhere else. */
  isLive?: (broadcastId: string) => boolean;
  /** Encoders are not welcome yet. */
  isClosed?: boolean;
};

const nothing = () => undefined;

/**
 * The live engine alone, on a free port, with a memory for storage. `show-main` and `show-backup` are
 * the keys of the broadcast `show`, and so for every name. What is given takes the place of that.
 */
export async function startLoneEngine(given: Given = {}): Promise<LiveEngine> {
  const { settings, eventsOf, isLive = () => false, isClosed = false, ...more } = given;
  const engine = await LiveEngine.start({
    rtmp: { port: 0 },
    ownerOf: async ({ app, streamKey }) => {
      const [, broadcastId, role] = /^([\w-]+)-(main|backup)$/.exec(streamKey) ?? [];
      if (app !== 'live' || !broadcastId) {
        return { ok: false, reason: 'unknown_key', message: 'This stream key is not known.' };
      }
      const known = { broadcastId, pass: streamKey, isLive: isLive(broadcastId) };
      return { ok: true, role: role as 'main' | 'backup', ...known };
    },
    sinkOf: () => memorySink(),
    ...more,
    settings: {
      ladder: { cores: 2, sides: [180] },
      idleCloseMs: 60_000,
      handoverMs: 2_000,
      // A busy machine is no part of what is tested, except where it is.
      mayRest: false,
      ...settings,
    },
    eventsOf: (id) => ({
      ...{ started: nothing, ended: nothing, recorded: nothing, noted: nothing },
      ...eventsOf?.(id),
    }),
  });
  if (!isClosed) engine.welcomeEncoders();
  return engine;
}
