import type { Picture } from '#contract/media.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import classes from './channel-cover.module.css';

type Props = { cover: Picture | null; ratio: number; sizes: string; priority?: boolean };

/** The cover of a channel; a drawn curtain while it has none. */
export function ChannelCover({ cover, ratio, sizes, priority }: Props) {
  if (cover) {
    return <PictureView picture={cover} alt="" ratio={ratio} sizes={sizes} priority={priority} />;
  }
  return <div className={classes.curtain} style={{ aspectRatio: ratio }} aria-hidden="true" />;
}
