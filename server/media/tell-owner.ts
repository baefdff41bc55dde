import type { AssetSaid } from '#contract/assets.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { hearOthers, tellOthers } from '#server/platform/database/processes.ts';
import { tell } from '#server/platform/live.ts';

type News = AssetSaid & { ownerId: string };

const topic = 'asset changed';

/** Once `tx` has committed, whoever has a page with this asset open hears how it stands. */
export function tellOwner(tx: Db, news: News): void {
  afterCommit(tx, () => {
    say(news);
    // The work is done by workers, the sockets are held by the site.
    tellOthers(topic, news);
  });
}

/** What other processes say of assets is passed on to the sockets of this one. */
export const hearOfAssets = (): void => hearOthers<News>(topic, say);

const say = ({ ownerId, ...said }: News): void => tell(`user:${ownerId}`, 'asset:changed', said);
