import { browserNow } from '#web/platform/clock.ts';

/** How far the clock of the server is from this browser's, and how sure that is, in milliseconds. */
type Heard = { lead: number; doubt: number };

const mostHeard = 12;

/**
 * The clock of the server, learned from the time that its answers carry: an answer on a fast line says
 * it best. What contradicts all that was heard before (a machine has slept) begins anew.
 */
export class ServerClock {
  #heard: Heard[] = [];

  /** `asked` and `answered` by the browser's clock, `now` as the server wrote it in between. */
  hear(now: string, { asked, answered }: { asked: number; answered: number }): void {
    const next = {
      lead: Date.parse(now) - (asked + answered) / 2,
      doubt: Math.max(1, (answered - asked) / 2),
    };
    const best = this.#best();
    const isOther = best && Math.abs(best.lead - next.lead) > best.doubt + next.doubt;
    this.#heard = isOther ? [next] : [...this.#heard, next].slice(-mostHeard);
  }

  /** What the server's clock shows at this moment of the browser's; its own until it was heard of. */
  at(browserMs: number): number {
    return browserMs + (this.#best()?.lead ?? 0);
  }

  #best(): Heard | null {
    return this.#heard.reduce<Heard | null>(
      (best, one) => (best && best.doubt <= one.doubt ? best : one),
      null,
    );
  }
}

const clock = new ServerClock();

/** The time of the server, in milliseconds since 1970. */
export const serverNow = (): number => clock.at(browserNow());

/** Asks, and takes note of the time in the answer. */
export async function hearing<T extends { now: string }>(ask: () => Promise<T>): Promise<T> {
  const asked = browserNow();
  const answer = await ask();
  clock.hear(answer.now, { asked, answered: browserNow() });
  return answer;
}
