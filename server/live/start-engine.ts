import { availableParallelism } from 'node:os';
import pino from 'pino';
import { mayStillWatch, setMediaSource } from '#server/media/index.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { findBroadcast, findBroadcastProduct } from './broadcasts.queries.ts';
import { writeLastMedia } from './broadcasts.store.ts';
import { carryOutputs, dropAllOutputs, dropOutputs } from './carry-outputs.ts';
import type { LiveBroadcast } from './engine/live-broadcast.ts';
import { LiveEngine } from './engine/live-engine.ts';
import { finishRecordings } from './finish-recordings.ts';
import { followBroadcast, type Log } from './follow-broadcast.ts';
import { compareTrial, followTrial } from './follow-trial.ts';
import { beat } from './node-heart.ts';
import { claimPlaces, leaveOtherPlaces, removeNode } from './nodes.store.ts';
import { noteLoss } from './note-loss.ts';
import { productHere, runningEngine, setEngine } from './on-air.ts';
import { answerPlayout } from './playout/serve-playout.ts';
import { answerPreview, mayPreview } from './previews.ts';
import { noteProof } from './prove-encoder.ts';
import { CertificateWatch, readCertificate } from './rtmps-certificate.ts';
import { answerLive, answerRecording } from './serve-broadcast.ts';
import { answerDesk } from './serve-desk.ts';
import { slatePicture } from './slate-picture.ts';
import { listGoodKeys } from './stream-keys.store.ts';
import { sinkOf, takeOver } from './take-over.ts';
import { thisNode } from './this-node.ts';
import { findTrial, forgetTrial, forgetTrials, keepsNothing } from './trials.ts';
import { findWelcome, welcomeEncoder } from './welcome-encoder.ts';

export type LiveSettings = {
  /** 0 takes a free one. */
  port?: number;
  idleCloseMs?: number;
  handoverMs?: number;
  /** How often the database and the encoders are compared. */
  watchMs?: number;
};

const idleCloseMs = 30 * 60_000;
let watch: NodeJS.Timeout | null = null;
let finishing: Promise<void> | null = null;
let log: Log = { info: () => undefined, error: () => undefined };

/** Playlists, segments and recordings are answered from here on, engine or not. */
export function serveBroadcasts(): void {
  setMediaSource('live', answerLive);
  // Its organizer looks at what everybody sees, without a view of their own.
  setMediaSource('playout', answerPlayout, (id) => mayPreview(id) || mayStillWatch(id));
  setMediaSource('recordings', answerRecording);
  setMediaSource('previews', answerPreview, () => true);
  // Who may have it is asked with what it is.
  setMediaSource('desk', answerDesk, () => true);
}

/**
 * Takes the RTMP ports, takes over what an earlier process left on air, then welcomes encoders.
 * Throws `CannotStart` when a port is taken, or the certificate of RTMPS cannot be used.
 */
export async function startLiveEngine(settings: LiveSettings = {}): Promise<{ port: number }> {
  serveBroadcasts();
  log = pino({ name: 'live', level: config().LOG_LEVEL });
  const closesAfterMs = settings.idleCloseMs ?? idleCloseMs;
  const certificate = await readCertificate();
  const engine = await LiveEngine.start({
    rtmp: {
      port: settings.port ?? config().RTMP_PORT,
      ...(certificate ? { secure: { port: config().RTMPS_PORT ?? 0, certificate } } : {}),
    },
    settings: {
      ladder: { cores: availableParallelism(), ...ladderWanted() },
      idleCloseMs: closesAfterMs,
      handoverMs: settings.handoverMs ?? 2_000,
    },
    ownerOf: welcomeEncoder,
    sinkOf: (broadcastId) => (findTrial(broadcastId) ? keepsNothing : sinkOf(broadcastId)),
    slateOf: slatePicture,
    eventsOf: (broadcastId) =>
      findTrial(broadcastId) ? followTrial(broadcastId, log) : followBroadcast(broadcastId, log),
  }).catch(portTaken);
  setEngine(engine);
  await beat();
  const left = { engine, closesAfterMs, log };
  await takeOver(left);
  engine.welcomeEncoders();
  const certificates = new CertificateWatch(certificate, {
    renewed: (next) => {
      engine.renewCertificate(next);
      log.info({}, 'the certificate of RTMPS was renewed');
    },
    failed: (fault) => log.error({ fault }, 'the certificate of RTMPS was not renewed'),
  });
  const look = async () => {
    await certificates.look();
    await compare();
    // Also what a node has left that died.
    if (runningEngine() === engine) await takeOver(left);
  };
  let isLooking = false;
  const lookOnce = async () => {
    void beat().catch(() => undefined);
    finishOnce(engine);
    // Storage may be slow to say what there was: the next look waits for it.
    if (isLooking) return;
    isLooking = true;
    await look().catch(() => undefined);
    isLooking = false;
  };
  watch = setInterval(() => void lookOnce(), settings.watchMs ?? 5_000);
  finishOnce(engine);
  return { port: engine.port };
}

/** Apart from the look: storage may take long over recordings. */
function finishOnce(engine: LiveEngine): void {
  finishing ??= finishRecordings(log, () => runningEngine() === engine)
    .catch(() => undefined)
    .finally(() => {
      finishing = null;
    });
}

function portTaken(error: NodeJS.ErrnoException & { port?: number }): never {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
  const name = error.port === config().RTMPS_PORT ? 'RTMPS_PORT' : 'RTMP_PORT';
  throw new CannotStart(
    `${name} ${config()[name]} cannot be used (${error.code}). Stop the other program, or choose another port with ${name}=…`,
  );
}

/** LIVE_LADDER: the heights to encode, instead of what the machine's cores suggest. */
function ladderWanted(): { sides?: number[] } {
  const wanted = config().LIVE_LADDER;
  return wanted ? { sides: wanted.split(',').map(Number) } : {};
}

/** Stops receiving; broadcasts stay live and are taken over by the next process. */
export async function stopLiveEngine(): Promise<void> {
  const engine = runningEngine();
  if (watch) clearInterval(watch);
  watch = null;
  setEngine(null);
  dropAllOutputs();
  forgetTrials();
  await engine?.stop();
  if (engine) await removeNode(db(), thisNode()).catch(() => undefined);
  await finishing;
}

/**
 * Every few seconds: notes who has media, hangs up on encoders that lost their right (key replaced,
 * product or channel withdrawn, owner blocked), ends here what was ended or called off elsewhere.
 */
async function compare(): Promise<void> {
  const here = runningEngine()?.list() ?? [];
  const fed = here.filter((one) => one.state === 'live' && one.isFed).map((one) => one.id);
  await writeLastMedia(db(), fed, nowText());
  await holdPlaces(here);
  for (const broadcast of here) {
    if (broadcast.isOver) {
      dropOutputs(broadcast.id);
      continue;
    }
    const trial = findTrial(broadcast.id);
    if (trial) {
      await compareTrial(broadcast, trial);
      if (broadcast.isFed) await dropWithoutKey(broadcast, trial.productId, false);
      continue;
    }
    if (broadcast.lostFiles > 0) await noteLoss(broadcast.id);
    const row = await findBroadcast(db(), broadcast.id);
    if (!row || row.state === 'ended') {
      await runningEngine()?.end(broadcast.id, 'stopped');
      continue;
    }
    if (row.state === 'live') await carryOutputs(row.id);
    if (broadcast.isFed) {
      await dropUnwelcome(broadcast, row.productId);
      await noteProof(broadcast.id, row.productId);
    }
  }
}

/** Gives back what is not here any more, and lets go of what another node has taken meanwhile. */
async function holdPlaces(here: LiveBroadcast[]): Promise<void> {
  const nodeUrl = thisNode();
  const places = here.flatMap(({ id, isOver }) => {
    const productId = isOver ? null : productHere(id);
    return productId ? [{ productId, broadcastId: id }] : [];
  });
  const held = await claimPlaces(db(), nodeUrl, { places, mayInherit: false });
  for (const { productId, broadcastId } of places) {
    if (held.has(productId)) continue;
    log.info({ broadcastId }, 'another node has taken over');
    forgetTrial(broadcastId);
    await runningEngine()?.letGo(broadcastId);
  }
  // What has ended is still served from here for some minutes.
  const kept = [...here.map(({ id }) => id), ...(runningEngine()?.recovering ?? [])];
  await leaveOtherPlaces(db(), nodeUrl, kept);
}

async function dropUnwelcome(broadcast: LiveBroadcast, productId: string): Promise<void> {
  const product = await findBroadcastProduct(db(), productId);
  const refusal = product ? (await findWelcome(product)).refusal : 'denied';
  const isRefused = refusal !== null && refusal !== 'no_ffmpeg' && refusal !== 'ended';
  await dropWithoutKey(broadcast, productId, isRefused);
}

async function dropWithoutKey(broadcast: LiveBroadcast, productId: string, isRefused: boolean) {
  const goodKeys = await listGoodKeys(db(), productId);
  for (const { role, feed } of broadcast.feeds) {
    if (!isRefused && goodKeys.has(feed.pass)) continue;
    broadcast.dropFeed(role, 'This stream key may no longer be used.');
  }
}
