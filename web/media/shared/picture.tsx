import type { Picture } from '#contract/media.ts';
import { Picture as Frame } from '#web/ui/picture.tsx';

type Props = {
  picture: Picture | null;
  /** What it shows; empty when the words beside it already say so. */
  alt: string;
  /** How wide it stands on the screen, as in `sizes` of an img: `(min-width: 600px) 50vw, 100vw`. */
  sizes: string;
  /** Width by height of the frame; 1100 / 650 unless told. */
  ratio?: number;
  /** The first picture of a page: fetched at once and first. */
  priority?: boolean;
  className?: string;
};

/** An uploaded picture: AVIF, WebP or JPEG in the width that fits, over its blurred placeholder. */
export const PictureView = (props: Props) => <Frame {...props} />;
