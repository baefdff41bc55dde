import type { FastifyInstance, FastifyRequest } from 'fastify';
import { liveContract } from '#contract/live.ts';
import { playoutsContract } from '#contract/playouts.ts';
import { recordingsContract } from '#contract/recordings.ts';
import { refuse } from '#server/platform/errors.ts';
import { mount } from '#server/platform/http/mount.ts';
import { relayedHeader, signRelay } from '#server/platform/http/relayed.ts';
import { askDesk, otherNodeOfProduct } from './ask-node.ts';
import { getBroadcast, rotateKey, startBroadcast, stopBroadcast } from './direct-broadcast.ts';
import { addOutput, changeOutput, removeOutput } from './direct-outputs.ts';
import { askForRecordingFile, restoreRecording, trimRecording } from './edit-recording.ts';
import { getPlayout } from './playout/show-playout.ts';
import { getRecording, listOwnRecordings, listRecordings } from './show-recording.ts';

export const liveRoutes = mount(liveContract, {
  getBroadcast: ({ actor, params }) => getBroadcast(actor, params.slug),
  rotateKey: ({ actor, params, body }) => rotateKey(actor, params.slug, body.role),
  startBroadcast: ({ actor, params }) => startBroadcast(actor, params.slug),
  stopBroadcast: ({ actor, params }) => stopBroadcast(actor, params.slug),
  addOutput: ({ actor, params, body }) => addOutput(actor, params.slug, body),
  changeOutput: ({ actor, params, body }) => changeOutput(actor, params, body),
  removeOutput: ({ actor, params }) => removeOutput(actor, params),
});

export const recordingsRoutes = mount(recordingsContract, {
  listOwnRecordings: ({ actor }) => listOwnRecordings(actor),
  listRecordings: ({ actor, params }) => listRecordings(actor, params.slug),
  getRecording: ({ actor, params }) => getRecording(actor, params),
  trimRecording: ({ actor, params, body }) => trimRecording(actor, params, body),
  restoreRecording: ({ actor, params }) => restoreRecording(actor, params),
  makeRecordingFile: ({ actor, params, body }) =>
    askForRecordingFile(actor, params, body.rendition),
});

export const playoutsRoutes = mount(playoutsContract, {
  getPlayout: ({ actor, params }) => getPlayout(actor, params.slug),
});

const deskPath = /^\/api\/desk\/products\/([a-z0-9-]{1,200})\/broadcast(?:[/?]|$)/;
const passedOn = ['authorization', 'content-type', 'accept-language', 'idempotency-key'] as const;

/**
 * What organizers ask of a transmission is answered by the process that takes its encoder: there is
 * its health, its picture and its end.
 */
export async function relayToNodes(app: FastifyInstance): Promise<void> {
  app.addHook('preHandler', async (request, reply) => {
    const slug = deskPath.exec(request.url)?.[1];
    // Whoever it is that says so: nothing is passed on twice.
    if (!slug || request.headers[relayedHeader] !== undefined) return;
    const node = await otherNodeOfProduct(slug);
    if (!node) return;
    const answer = await askDesk(node, callOf(request)).catch(() => refuse('BUSY'));
    reply.header('cache-control', 'private, no-store');
    return reply.status(answer.status).type(answer.type).send(answer.body);
  });
}

function callOf({ method, url, headers, body, ip }: FastifyRequest) {
  const passed = passedOn.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    method,
    path: url,
    headers: { ...Object.fromEntries(passed), ...signRelay({ method, url }, ip) },
    ...(body === undefined || body === null ? {} : { body: JSON.stringify(body) }),
  };
}
