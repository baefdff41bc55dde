import { type RefObject, useEffect, useRef, useState } from 'react';

export type CaptionTrack = { id: number; label: string };
export type Captions = {
  tracks: CaptionTrack[];
  /** The one that is shown, or `noCaptions`. */
  shown: number;
  show: (id: number) => void;
  toggle: () => void;
};
export const noCaptions = -1;

const isForReading = ({ kind }: TextTrack) => kind === 'captions' || kind === 'subtitles';

/** The captions that come inside the stream, and which of them is shown. */
export function useCaptions(video: RefObject<HTMLVideoElement | null>): Captions {
  const [tracks, setTracks] = useState<CaptionTrack[]>([]);
  const [shown, setShown] = useState(noCaptions);
  const last = useRef(noCaptions);
  useEffect(() => {
    const list = video.current?.textTracks;
    if (!list) return;
    const look = () => {
      const all = [...list].map((track, id) => ({ track, id }));
      const known = all.filter(({ track }) => isForReading(track));
      setTracks(known.map(({ track, id }) => ({ id, label: track.label || track.language })));
      setShown(known.find(({ track }) => track.mode === 'showing')?.id ?? noCaptions);
    };
    look();
    const signs = ['addtrack', 'removetrack', 'change'];
    for (const sign of signs) list.addEventListener(sign, look);
    return () => {
      for (const sign of signs) list.removeEventListener(sign, look);
    };
  }, [video]);
  const show = (id: number) => {
    for (const [at, track] of [...(video.current?.textTracks ?? [])].entries()) {
      if (isForReading(track)) track.mode = at === id ? 'showing' : 'hidden';
    }
    if (id !== noCaptions) last.current = id;
  };
  const toggle = () => {
    const first = tracks.find(({ id }) => id === last.current) ?? tracks[0];
    show(shown === noCaptions && first ? first.id : noCaptions);
  };
  return { tracks, shown, show, toggle };
}
