import { now } from '#server/platform/clock.ts';
import type { MarkedText } from './marked-text.ts';

/** A page ready to be sent: each sending puts its own nonce where the mark stands. */
export type RenderedPage = {
  status: number;
  headers: Record<string, string>;
  body: MarkedText;
  /** False: something that it shows could not be asked for, and it made do without. */
  isWhole: boolean;
};

/** What may be shown again to somebody else: a good page that does not say itself that it is not to be. */
export const isKeepable = ({
  status,
  isWhole,
  headers,
}: Pick<RenderedPage, 'status' | 'isWhole' | 'headers'>) =>
  status === 200 && isWhole && !headers['cache-control']?.includes('no-store');

const lifetime = 60_000;
/** Whoever asks for ever new addresses pushes out other pages, and fills nobody's memory. */
const roomy = { pages: 500, bytes: 32 * 1024 * 1024 };

/**
 * Rendered public pages, the same for everybody who reads the same language. Two readers of a page
 * that is not there wait for one rendering.
 */
export function pageCache(most: { pages: number; bytes: number } = roomy) {
  const pages = new Map<string, { page: RenderedPage; until: number }>();
  const rendering = new Map<string, Promise<RenderedPage>>();
  let generation = 0;
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= pages.get(key)?.page.body.bytes.length ?? 0;
    pages.delete(key);
  };

  const keep = (key: string, page: RenderedPage) => {
    drop(key);
    bytes += page.body.bytes.length;
    pages.set(key, { page, until: now().epochMilliseconds + lifetime });
    // What has not been asked for the longest goes first.
    for (const oldest of pages.keys()) {
      if (pages.size <= most.pages && bytes <= most.bytes) return;
      drop(oldest);
    }
  };

  async function renderOnce(key: string, render: () => Promise<RenderedPage>) {
    const startedIn = generation;
    try {
      const page = await render();
      // What changed while it was rendered may already be old on it.
      if (isKeepable(page) && startedIn === generation) keep(key, page);
      return page;
    } finally {
      if (startedIn === generation) rendering.delete(key);
    }
  }

  return {
    get(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> | RenderedPage {
      const known = pages.get(key);
      if (known && known.until > now().epochMilliseconds) {
        // What is asked for stays; what nobody asks for again goes first.
        pages.delete(key);
        pages.set(key, known);
        return known.page;
      }
      const running = rendering.get(key);
      if (running) return running;
      drop(key);
      const started = renderOnce(key, render);
      rendering.set(key, started);
      return started;
    },
    forget() {
      generation += 1;
      bytes = 0;
      pages.clear();
      rendering.clear();
    },
  };
}
