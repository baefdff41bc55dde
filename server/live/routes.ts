import { liveContract } from '#contract/live.ts';
import { mount } from '#server/platform/http/mount.ts';
import { getBroadcast, rotateKey, startBroadcast, stopBroadcast } from './direct-broadcast.ts';

export const liveRoutes = mount(liveContract, {
  getBroadcast: ({ actor, params }) => getBroadcast(actor, params.slug),
  rotateKey: ({ actor, params, body }) => rotateKey(actor, params.slug, body.role),
  startBroadcast: ({ actor, params }) => startBroadcast(actor, params.slug),
  stopBroadcast: ({ actor, params }) => stopBroadcast(actor, params.slug),
});
