import { useEffect, useRef, useState } from 'react';
import type { PictureFiles } from './picture.tsx';
import { closePicture, cutOut, type OpenPicture, openAddress, openFile } from './picture-file.ts';
import {
  type Area,
  faultOfFile,
  hasShape,
  type PictureFault,
  pictureFaults,
  type Size,
} from './picture-shape.ts';

type Options = { shape: Size; start: (file: Blob) => void };
type Fault = PictureFault | 'onlyOne';

const faultIn = (error: unknown): PictureFault =>
  pictureFaults.find((fault) => fault === (error as Error).message) ?? 'broken';

/**
 * From a chosen file to one that can be sent: what the browser can see to be wrong is said before
 * anything is sent, and what has another shape is cut first.
 */
export function useChosenPicture({ shape, start }: Options) {
  const [open, setOpen] = useState<OpenPicture | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  // What a picture was cut from, as long as the page lives: to cut it again costs nothing of it.
  const originals = useRef(new Map<string, Blob>());
  const cutFrom = useRef(new WeakMap<Blob, Blob>());
  const latest = useRef(open);
  latest.current = open;
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  useEffect(() => () => void (open && closePicture(open)), [open]);

  /** Null when it is none, or the page was left while it was opened. */
  const opened = async (wanted: Promise<OpenPicture>): Promise<OpenPicture | null> => {
    setFault(null);
    try {
      const picture = await wanted;
      if (isThere.current) return picture;
      closePicture(picture);
      return null;
    } catch (error) {
      setFault(faultIn(error));
      return null;
    }
  };
  const take = async (files: File[]) => {
    const [file] = files;
    const wrong = files.length > 1 ? 'onlyOne' : file ? faultOfFile(file) : 'wrongType';
    setFault(wrong);
    if (!file || wrong) return;
    const picture = await opened(openFile(file));
    if (!picture) return;
    if (!hasShape(picture, shape)) return setOpen(picture);
    closePicture(picture);
    start(file);
  };
  const adjust = async (shown: PictureFiles) => {
    const kept = originals.current.get(shown.id);
    const address = `/images/${shown.id}/${shown.widths.at(-1)}.webp`;
    setOpen(await opened(kept ? openFile(kept) : openAddress(address)));
  };
  const cut = async (area: Area) => {
    if (!open) return;
    // Who has called it off meanwhile, or gone, wants neither the picture nor a word about it.
    const isWanted = () => isThere.current && latest.current === open;
    try {
      const file = await cutOut(open, area);
      if (!isWanted()) return;
      if (open.file) cutFrom.current.set(file, open.file);
      setOpen(null);
      start(file);
    } catch (error) {
      if (!isWanted()) return;
      setFault(faultIn(error));
      setOpen(null);
    }
  };
  return {
    ...{ open, fault, take, adjust, cut },
    cancel: () => setOpen(null),
    remember: (id: string, file: Blob) => {
      originals.current.set(id, cutFrom.current.get(file) ?? file);
    },
  };
}
