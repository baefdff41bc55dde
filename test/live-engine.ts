import HLS from 'hls-parser';
import { expect, vi } from 'vitest';
import type { BroadcastEnd, BroadcastSettings } from '#server/live/engine/broadcast-events.ts';
import type { LiveEngine } from '#server/live/engine/live-engine.ts';
import type { OriginAnswer } from '#server/live/engine/origin.ts';
import type { RecordingEnd } from '#server/live/engine/recorder.ts';
import { memorySink } from '#server/live/engine/segment-sink.ts';
import { type Encoder, type EncoderOptions, startEncoder } from './encoder.ts';
import { startLoneEngine } from './lone-engine.ts';

HLS.setOptions({ strictMode: true });

export type MediaPlaylist = HLS.types.MediaPlaylist;

/**
 * An engine with recordings in memory, for keys like `show-main` and `show-backup`, and what it said.
 * Shared by several engines when a server stops and another one goes on.
 */
export class EngineUnderTest {
  readonly sinks = new Map<string, ReturnType<typeof memorySink>>();
  readonly starts = new Map<string, number>();
  readonly ends = new Map<string, BroadcastEnd>();
  /** Recordings that were missing at the end and came after all. */
  readonly late = new Map<string, RecordingEnd>();
  /** Broadcasts that were on air before this engine. */
  readonly onAirBefore = new Set<string>();
  readonly notes: { id: string; what: string; facts: Record<string, unknown> }[] = [];
  readonly #encoders: Encoder[] = [];
  readonly #hasSlates: boolean;
  #engine: LiveEngine | null = null;

  /** `hasSlates`: false, and nothing is shown while no encoder sends, however long one takes to come. */
  constructor({ hasSlates = true } = {}) {
    this.#hasSlates = hasSlates;
  }

  get engine(): LiveEngine {
    if (!this.#engine) throw new Error('the engine does not run');
    return this.#engine;
  }

  sinkOf(id: string): ReturnType<typeof memorySink> {
    const sink = this.sinks.get(id) ?? memorySink();
    this.sinks.set(id, sink);
    return sink;
  }

  async start(settings: Partial<BroadcastSettings> = {}, isClosed = false): Promise<void> {
    this.#engine = await startLoneEngine({
      isClosed,
      settings,
      isLive: (id) => this.onAirBefore.has(id),
      sinkOf: (id) => this.sinkOf(id),
      ...(this.#hasSlates ? {} : { slateOf: () => new Promise<never>(() => undefined) }),
      eventsOf: (id) => ({
        started: ({ startedAtMs }) => void this.starts.set(id, startedAtMs),
        ended: (end) => void this.ends.set(id, end),
        recorded: (recording) => void this.late.set(id, recording),
        noted: (what, facts = {}) => void this.notes.push({ id, what, facts }),
      }),
    });
  }

  async stop(): Promise<void> {
    for (const encoder of this.#encoders) encoder.kill();
    await this.#engine?.stop();
    this.#engine = null;
  }

  /** Stops the engine as a server does that goes down, and starts the next one. */
  async restart(settings: Partial<BroadcastSettings> = {}): Promise<void> {
    await this.stop();
    await this.start(settings);
  }

  encode(key: string, options: EncoderOptions = {}): Encoder {
    const encoder = startEncoder(`rtmp://127.0.0.1:${this.engine.port}/live/${key}`, options);
    this.#encoders.push(encoder);
    return encoder;
  }

  /** An encoder whose show is on air. */
  async onAir(id: string, options: EncoderOptions = {}): Promise<Encoder> {
    const encoder = this.encode(`${id}-main`, options);
    await vi.waitFor(() => expect(this.starts.has(id)).toBe(true), { timeout: 20_000 });
    return encoder;
  }

  /** The number of the ffmpeg that works on this show, once there is one: 0 would name all of us. */
  async transcoderOf(id: string): Promise<number> {
    const find = () => this.#engine?.find(id)?.transcoderPid;
    return vi.waitUntil(find, { timeout: 15_000, interval: 20 });
  }

  async ask(id: string, path: string, query = ''): Promise<OriginAnswer> {
    const origin = this.engine.originOf(id);
    if (!origin) throw new Error(`no broadcast ${id}`);
    return origin.answer(path, new URLSearchParams(query));
  }

  async playlist(id: string, rendition: string, query = ''): Promise<MediaPlaylist> {
    const { status, body } = await this.ask(id, `${rendition}/index.m3u8`, query);
    expect(status).toBe(200);
    return HLS.parse(body.toString()) as MediaPlaylist;
  }

  recording(id: string, rendition: string): MediaPlaylist {
    const text = this.sinkOf(id).files.get(`${rendition}/index.m3u8`)?.toString() ?? '';
    return HLS.parse(text) as MediaPlaylist;
  }

  said(id: string, what: string): number {
    return this.notes.filter((note) => note.id === id && note.what === what).length;
  }

  /** Waits until it has been said so often; answers after how many milliseconds. */
  async untilSaid(id: string, what: string, { times = 1, timeout = 15_000 } = {}): Promise<number> {
    const from = performance.now();
    const isSaid = () => expect(this.said(id, what)).toBeGreaterThanOrEqual(times);
    await vi.waitFor(isSaid, { timeout, interval: 20 });
    return performance.now() - from;
  }
}
