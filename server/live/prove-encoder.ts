import { steadyEnough } from '#contract/live.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import { writeEncoderCheck } from './encoder-checks.store.ts';
import { receivedOf } from './on-air.ts';
import { isSound } from './preflight.rules.ts';

type Proof = { soundSinceMs: number | null; isSeen: boolean; isProven: boolean };
const proofs = remembered(new Map<string, Proof>());

/** For how many seconds nothing has been wrong with what comes of this broadcast. */
export function steadySeconds(broadcastId: string): number {
  const received = receivedOf(broadcastId);
  if (!received) {
    proofs.delete(broadcastId);
    return 0;
  }
  const proof = proofs.get(broadcastId) ?? { soundSinceMs: null, isSeen: false, isProven: false };
  const sound = isSound(received);
  const soundSinceMs = sound ? (proof.soundSinceMs ?? performance.now()) : null;
  proofs.set(broadcastId, { ...proof, soundSinceMs });
  return soundSinceMs === null ? 0 : (performance.now() - soundSinceMs) / 1000;
}

/** Notes once that an encoder came, and once that it was good for long enough. */
export async function noteProof(broadcastId: string, productId: string): Promise<void> {
  const seconds = steadySeconds(broadcastId);
  const proof = proofs.get(broadcastId);
  if (!proof || !receivedOf(broadcastId)?.receiving) return;
  const isProven = proof.isProven || seconds >= steadyEnough;
  if (proof.isSeen && isProven === proof.isProven) return;
  await writeEncoderCheck(db(), { productId, at: nowText(), isHealthy: isProven });
  proofs.set(broadcastId, { ...proof, isSeen: true, isProven });
}

export const forgetProof = (broadcastId: string): boolean => proofs.delete(broadcastId);
