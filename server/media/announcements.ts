import { fact } from '#server/platform/facts.ts';

/** Something that players and product pages show of an asset changed: it plays, captions, chapters. */
export const AssetChanged = fact<{ assetId: string }>('asset changed');
/** An asset is about to be deleted: drafts that show it let go of it now. */
export const AssetDeleted = fact<{ assetId: string }>('asset deleted');
