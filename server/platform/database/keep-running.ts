import { setTimeout as pause } from 'node:timers/promises';
import { nowMs } from '../clock.ts';
import { log } from '../log.ts';
import type { Launched } from './postgres-process.ts';

const attempts = 10;
const pauseMs = 300;
const mostEndings = 3;
const withinMs = 5 * 60_000;

export type Revival = {
  /** Starts it anew, where it was. */
  again: () => Promise<Launched>;
  /** It cannot be had again, or ends too often: whoever needs it must end too. */
  lost: () => void;
};

/**
 * Starts a server again whenever it ends without having been asked to, as when it was killed for its
 * memory. After more than three endings in five minutes it is given up.
 */
export function keepRunning(
  first: Launched,
  { again, lost }: Revival,
): { stop: () => Promise<void> } {
  let current = first;
  let isStopping = false;
  let reviving: Promise<void> = Promise.resolve();
  let endings: number[] = [];

  const watch = () => {
    void current.ended.then(() => {
      if (!isStopping) reviving = revive();
    });
  };

  async function revive(): Promise<void> {
    endings = [...endings.filter((at) => nowMs() - at < withinMs), nowMs()];
    if (endings.length > mostEndings) return giveUp('it ended too often');
    log().error('the database ended by itself and is started again');
    for (let attempt = 1; !isStopping; attempt += 1) {
      try {
        current = await again();
        return watch();
      } catch (error) {
        // What a killed server leaves behind takes a moment to go.
        if (attempt === attempts) return giveUp((error as Error).message);
        await pause(pauseMs);
      }
    }
  }

  function giveUp(because: string): void {
    log().fatal({ because }, 'the database is lost');
    lost();
  }

  watch();
  return {
    stop: async () => {
      isStopping = true;
      await reviving;
      await current.stop();
    },
  };
}
