import { useSyncExternalStore } from 'react';
import type { DetailedError, Upload } from 'tus-js-client';
import { uploadLimits, uploadPath } from '#contract/assets.ts';
import { ApiError } from '#web/platform/api.ts';
import { browserNow } from '#web/platform/clock.ts';
import { sessionUser } from '#web/platform/session.ts';
import { type Mark, paceOf, secondsLeft, withMark } from './upload-pace.ts';

/** An upload of this window. It goes on while its organizer works on other pages. */
export type Running = {
  is: 'sending' | 'paused' | 'failed';
  fileName: string;
  size: number;
  sent: number;
  /** Bytes in a second, and seconds left; null while nobody knows. */
  pace: number | null;
  left: number | null;
  error: unknown;
};

type Kept = { tus: Upload; marks: Mark[]; shown: Running };

/** A line that breaks is tried again for some minutes. */
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000];

const running = new Map<string, Kept>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(id: string, change: Partial<Running>): void {
  const kept = running.get(id);
  if (!kept) return;
  kept.shown = { ...kept.shown, ...change };
  for (const listener of listeners) listener();
}

function forget(id: string): void {
  running.delete(id);
  if (running.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

/** Closing the window stops what is being sent: the browser asks first. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if ([...running.values()].some(({ shown }) => shown.is === 'sending')) event.preventDefault();
}

/** The upload of this asset in this window, or null: then it is none, or its window was closed. */
export function useRunning(id: string | null): Running | null {
  const read = () => (id === null ? null : (running.get(id)?.shown ?? null));
  return useSyncExternalStore(subscribe, read, () => null);
}

export const idOfUpload = (address: string): string => address.split('/').at(-1) ?? '';

/** Begins to upload a file; answers the id of its asset as soon as the server has given it one. */
export function beginUpload(file: File): Promise<string> {
  return start(file, null);
}

/** Goes on with an upload that was broken off, with the same file. */
export function continueUpload(id: string, file: File): Promise<string> {
  return start(file, `${uploadPath}/${id}`);
}

async function start(file: File, address: string | null): Promise<string> {
  const { Upload } = await import('tus-js-client');
  return new Promise((begun, failed) => {
    let id = address === null ? null : idOfUpload(address);
    const tus = new Upload(file, {
      endpoint: uploadPath,
      uploadUrl: address,
      chunkSize: uploadLimits.chunk,
      retryDelays,
      metadata: { filename: file.name },
      // Where an upload stands is known to the server, and to every browser of its owner.
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) =>
        request.setHeader('Authorization', `Bearer ${sessionUser()?.authToken ?? ''}`),
      onUploadUrlAvailable: () => {
        id = idOfUpload(tus.url ?? '');
        keep(id, tus, file);
        begun(id);
      },
      onProgress: (sent) => id && marked(id, sent),
      onSuccess: () => id && forget(id),
      onError: (error) => {
        if (id && running.has(id)) show(id, { is: 'failed', error: apiErrorOf(error) });
        else failed(apiErrorOf(error));
      },
    });
    tus.start();
  });
}

function keep(id: string, tus: Upload, file: File): void {
  const blank = { sent: 0, pace: null, left: null, error: null };
  const shown: Running = { is: 'sending', fileName: file.name, size: file.size, ...blank };
  if (running.size === 0) window.addEventListener('beforeunload', askBeforeLeaving);
  running.set(id, { tus, marks: [], shown });
  show(id, {});
}

function marked(id: string, sent: number): void {
  const kept = running.get(id);
  if (!kept) return;
  kept.marks = withMark(kept.marks, { at: browserNow(), sent });
  const pace = paceOf(kept.marks);
  show(id, { sent, pace, left: secondsLeft(kept.shown.size - sent, pace) });
}

export function pauseUpload(id: string): void {
  void running.get(id)?.tus.abort();
  show(id, { is: 'paused', pace: null, left: null });
}

/** After a pause, or after a line that stayed away. */
export function resumeUpload(id: string): void {
  const kept = running.get(id);
  if (!kept) return;
  kept.marks = [];
  show(id, { is: 'sending', error: null });
  kept.tus.start();
}

/** Stops to send it. What of it is on the server stays there until somebody deletes it. */
export async function stopUpload(id: string): Promise<void> {
  const kept = running.get(id);
  forget(id);
  await kept?.tus.abort();
}

/** A refusal of the server, in its words; else that it could not be reached. */
function apiErrorOf(error: Error | DetailedError): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return new ApiError(0, null);
  try {
    return new ApiError(response.getStatus(), JSON.parse(response.getBody()));
  } catch {
    return new ApiError(response.getStatus(), null);
  }
}
