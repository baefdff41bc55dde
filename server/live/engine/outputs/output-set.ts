import { Output, type OutputSettings, type OutputStatus, type OutputTarget } from './output.ts';
import type { Relay } from './relay.ts';

const lookMs = 500;

/** The outputs of one broadcast: independent of each other, and of the show. */
export class OutputSet {
  #relay: Relay;
  #settings: OutputSettings;
  #changed: () => void;
  #outputs = new Map<string, Output>();
  #timer: NodeJS.Timeout;

  constructor(parts: { relay: Relay; settings: OutputSettings; changed: () => void }) {
    this.#relay = parts.relay;
    this.#settings = parts.settings;
    this.#changed = parts.changed;
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  /** What is wanted from now on: begins what is new, ends what is not among it, leaves the rest. */
  carry(targets: readonly OutputTarget[]): void {
    for (const [id, { target }] of this.#outputs) {
      if (!targets.some((one) => isSame(one, target))) this.#drop(id);
    }
    for (const target of targets) {
      if (!this.#outputs.has(target.id)) this.#outputs.set(target.id, this.#begin(target));
    }
  }

  statusOf(id: string): OutputStatus | null {
    return this.#outputs.get(id)?.status ?? null;
  }

  get size(): number {
    return this.#outputs.size;
  }

  /** Takes leave of all far servers, for good. */
  close(): void {
    clearInterval(this.#timer);
    for (const id of this.#outputs.keys()) this.#drop(id);
  }

  #begin(target: OutputTarget): Output {
    const parts = { relay: this.#relay, settings: this.#settings, changed: this.#changed };
    return new Output(target, parts);
  }

  #drop(id: string): void {
    this.#outputs.get(id)?.stop();
    this.#outputs.delete(id);
    this.#changed();
  }

  #look(): void {
    for (const output of this.#outputs.values()) output.look();
  }
}

const isSame = (one: OutputTarget, other: OutputTarget): boolean =>
  one.id === other.id && one.url === other.url && one.key === other.key;
