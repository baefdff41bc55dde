import { playerContract } from '#contract/player.ts';
import { mount } from '#server/platform/http/mount.ts';
import { closePlayback, keepPlayback } from './keep-playback.ts';
import { openPlayback } from './open-playback.ts';

export const playerRoutes = mount(playerContract, {
  openPlayback: ({ actor, params, body }) =>
    openPlayback(actor, { slug: params.slug, replaces: body.replaces }),
  keepPlayback: ({ actor, params }) => keepPlayback(actor, params.id),
  closePlayback: ({ actor, params }) => closePlayback(actor, params.id),
});
