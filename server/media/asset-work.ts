import { nowMs } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { log } from '#server/platform/log.ts';
import { AssetChanged } from './announcements.ts';
import { sinkOf } from './asset-files.ts';
import { findUpload } from './assets.queries.ts';
import { chaptersOfFile } from './assets.rules.ts';
import { type Waiting, writeFacts, writePlayable, writeProgress } from './assets.store.ts';
import type { AssetSink, AssetStep, EncodingReport, MediaFacts } from './encoding/index.ts';
import { tellOwner } from './tell-owner.ts';

const progressMs = 1000;
const lookMs = 3000;

type Sizes = Parameters<EncodingReport['playable']>[0];

/**
 * One run of work on an asset: where its results go, and who hears how far it is. What is reported
 * is written one after the other, progress at most once a second. When the asset was deleted
 * meanwhile, `signal` ends the run.
 */
export class AssetWork {
  readonly signal: AbortSignal;
  readonly sink: AssetSink;
  readonly report: EncodingReport;
  readonly #asset: Waiting;
  readonly #unwanted = new AbortController();
  readonly #look: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();
  /** The first that counts. */
  #fault: { error: unknown } | null = null;
  readonly #keepFault = (error: unknown): void => {
    this.#fault ??= { error };
  };
  #saidAt = 0;
  #playable: boolean;

  constructor(asset: Waiting, broken: AbortSignal) {
    this.#asset = asset;
    this.#playable = asset.playable;
    this.signal = AbortSignal.any([broken, this.#unwanted.signal]);
    this.sink = sinkOf(asset.id);
    this.report = {
      progress: (share, step) => this.#progress(share, step),
      playable: (sizes) => this.#write(() => this.#madePlayable(sizes), this.#keepFault),
    };
    this.#look = setInterval(() => this.#write(() => this.#lookWhetherWanted()), lookMs);
    this.#look.unref();
  }

  /** Was it deleted while we worked on it? */
  get isUnwanted(): boolean {
    return this.#unwanted.signal.aborted;
  }

  found(facts: MediaFacts): Promise<void> {
    return writeFacts(db(), this.#asset.id, { facts, chapters: chaptersOfFile(facts) });
  }

  /** Everything that was reported is written; throws why it is not known what can be watched. */
  async settled(): Promise<void> {
    await this.#writing;
    if (this.#fault) throw this.#fault.error;
  }

  end(): void {
    clearInterval(this.#look);
  }

  /** What goes wrong once is no reason not to write what follows, nor to end the run. */
  #write(next: () => Promise<void>, failed?: (error: unknown) => void): void {
    this.#writing = this.#writing.then(next).catch((error: unknown) => {
      log().warn({ err: error, assetId: this.#asset.id }, 'how far an asset is was not written');
      failed?.(error);
    });
  }

  #progress(share: number, step: AssetStep): void {
    const at = nowMs();
    if (at - this.#saidAt < progressMs) return;
    this.#saidAt = at;
    const progress = Math.round(Math.min(Math.max(share, 0), 1) * 100);
    this.#write(async () => {
      const wanted = await writeProgress(db(), this.#asset.id, { progress, step });
      if (wanted) this.#tell(db(), { progress, step });
    });
  }

  async #madePlayable(sizes: Sizes): Promise<void> {
    await inTransaction(async (tx) => {
      await writePlayable(tx, this.#asset.id, sizes);
      await announce(tx, AssetChanged, { assetId: this.#asset.id });
      this.#playable = sizes.length > 0;
      this.#tell(tx, { progress: 0, step: this.#playable ? 'ladder' : 'first' });
    });
  }

  async #lookWhetherWanted(): Promise<void> {
    if (this.signal.aborted) return;
    const found = await findUpload(db(), this.#asset.id);
    if (found?.state !== 'processing') this.#unwanted.abort(new Error('nobody wants it any more'));
  }

  #tell(tx: Db, { progress, step }: { progress: number; step: AssetStep }): void {
    tellOwner(tx, {
      ownerId: this.#asset.ownerId,
      assetId: this.#asset.id,
      ...{ state: 'processing', playable: this.#playable, progress, step },
    });
  }
}
