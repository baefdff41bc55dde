import { useCallback, useEffect, useState } from 'react';
import { type Asset, type AssetSaid, assetsContract } from '#contract/assets.ts';
import { api } from '#web/platform/api.ts';
import { useLive } from '#web/platform/live.ts';

const lookMs = 3000;

/**
 * An upload as it stands now: figures come by socket, and while something is on its way it is asked
 * anew every three seconds, for lines without a socket.
 */
export function useAsset(id: string) {
  const [asset, setAsset] = useState<Asset | null>(null);
  const [error, setError] = useState<unknown>(null);
  const known = asset?.id === id ? asset : null;
  const ask = useCallback(async () => {
    try {
      setAsset(await api(assetsContract.getAsset, { params: { id } }));
      setError(null);
    } catch (thrown) {
      setError(thrown);
    }
  }, [id]);
  const moves = !known || known.state === 'processing' || known.state === 'uploading';
  useEffect(() => {
    void ask();
    if (!moves) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') void ask();
    }, lookMs);
    return () => clearInterval(timer);
  }, [ask, moves]);
  useLive('asset:changed', ({ assetId, ...said }: AssetSaid) => {
    if (assetId !== id) return;
    setAsset((before) => (before?.id === id ? { ...before, ...said } : before));
    if (known?.state !== said.state || known.playable !== said.playable) void ask();
  });
  return { asset: known, error, show: setAsset, again: () => void ask() };
}
