import { useCallback, useEffect, useState } from 'react';
import { type Recording, recordingsContract } from '#contract/recordings.ts';
import { api } from '#web/platform/api.ts';

const everyMs = 2000;

type Listed = { id: string; startedAt: string | null; state: Recording['state'] };

/** Something of it is made at this moment. */
const isUnderWay = ({ state, renditions }: Recording): boolean =>
  state === 'making' ||
  renditions.some(({ file }) => file.state === 'waiting' || file.state === 'making');

/**
 * The recordings of a product and the one that is looked at, the newest unless another was chosen.
 * `since` says what the transmission has come to: when it changes they are asked for anew.
 */
export function useRecording(slug: string, since: string) {
  const [listed, setListed] = useState<Listed[]>([]);
  const [chosen, choose] = useState<string | null>(null);
  const [recording, show] = useState<Recording | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);
  const id = chosen ?? listed[0]?.id ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the transmission has come to counts.
  useEffect(() => {
    let gone = false;
    api(recordingsContract.listRecordings, { params: { slug } }).then(
      (all) => !gone && setListed(all.filter(({ state }) => state !== 'none')),
      (thrown) => !gone && setError(thrown),
    );
    return () => {
      gone = true;
    };
  }, [slug, since, round]);

  const ask = useCallback(async () => {
    if (!id) return;
    try {
      show(await api(recordingsContract.getRecording, { params: { slug, id } }));
      setError(null);
    } catch (thrown) {
      setError(thrown);
    }
  }, [slug, id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same for the one that is looked at.
  useEffect(() => void ask(), [ask, since, round]);

  const waits = recording !== null && isUnderWay(recording);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') void ask();
    }, everyMs);
    return () => clearInterval(timer);
  }, [waits, ask]);

  const again = () => setRound((before) => before + 1);
  return {
    listed,
    id,
    choose,
    recording: recording?.id === id ? recording : null,
    show,
    error,
    again,
  };
}
