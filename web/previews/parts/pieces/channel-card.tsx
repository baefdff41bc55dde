import { ChannelCard } from '#web/channels/shared/channel-card.tsx';
import type { Piece } from '#web/previews/parts/piece.ts';
import { longTitle, theatre } from '#web/previews/parts/sample-shows.ts';

export const piece: Piece = {
  name: 'ChannelCard',
  group: 'cards',
  samples: [
    { state: 'normal', Show: () => <ChannelCard channel={theatre} /> },
    { state: 'long', Show: () => <ChannelCard channel={{ ...theatre, title: longTitle }} /> },
    { state: 'empty', Show: () => <ChannelCard channel={{ ...theatre, description: '' }} /> },
  ],
};
