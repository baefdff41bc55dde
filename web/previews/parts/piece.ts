import type { ReactNode } from 'react';
import type { WordKey } from '#web/platform/word-keys.ts';

type Named<Prefix extends string> =
  WordKey<'previews'> extends infer Key
    ? Key extends `${Prefix}.${infer Name}`
      ? Name
      : never
    : never;

/** One state of a piece. A component, so that a sample may keep a state of its own. */
export type Sample = { state: Named<'state'>; Show: () => ReactNode };

/**
 * A piece of the screens: each file of `pieces/` exports one as `piece`, and stands on the page by
 * that alone. `name` is what the code calls it.
 */
export type Piece = {
  name: string;
  group: Named<'group'>;
  /** Needs the whole width of the page. */
  wide?: boolean;
  samples: Sample[];
};
