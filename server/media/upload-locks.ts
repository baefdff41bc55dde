import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';

const mostWaitMs = 15_000;

type Turn = { askRelease: RequestRelease; next: (() => void)[] };

/**
 * One request at a time writes an upload. Whoever comes next asks the one before to come to an end:
 * a browser that crashed may hold its connection for minutes, and its owner wants to go on.
 */
export class UploadLocks implements Locker {
  readonly #turns = new Map<string, Turn>();

  newLock(id: string): Lock {
    return {
      lock: (signal, askRelease) => this.#take(id, { signal, askRelease }),
      unlock: async () => this.#pass(id),
    };
  }

  async #take(
    id: string,
    { signal, askRelease }: { signal: AbortSignal; askRelease: RequestRelease },
  ): Promise<void> {
    const turn = this.#turns.get(id);
    if (!turn) {
      this.#turns.set(id, { askRelease, next: [] });
      return;
    }
    void turn.askRelease();
    await this.#wait(turn, signal);
    turn.askRelease = askRelease;
    // Somebody may have come meanwhile, and has asked the one before us.
    if (turn.next.length > 0) void askRelease();
  }

  #wait(turn: Turn, signal: AbortSignal): Promise<void> {
    return new Promise((proceed, fail) => {
      const leave = (why: unknown) => {
        turn.next = turn.next.filter((other) => other !== mine);
        end();
        fail(why);
      };
      const gone = () => leave(ERRORS.ABORTED);
      const late = setTimeout(() => leave(ERRORS.ERR_LOCK_TIMEOUT), mostWaitMs);
      const end = () => {
        clearTimeout(late);
        signal.removeEventListener('abort', gone);
      };
      const mine = () => {
        end();
        proceed();
      };
      signal.addEventListener('abort', gone);
      turn.next.push(mine);
    });
  }

  #pass(id: string): void {
    const next = this.#turns.get(id)?.next.shift();
    if (next) next();
    else this.#turns.delete(id);
  }
}
