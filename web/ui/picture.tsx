import classes from './picture.module.css';

/** What the upload of a picture answered. */
export type PictureFiles = {
  id: string;
  width: number;
  height: number;
  widths: number[];
  placeholder: string;
};

type Props = {
  picture: PictureFiles | null;
  /** What it shows; empty when the words beside it already say so. */
  alt: string;
  /** How wide it stands on the screen, as in `sizes` of an img. */
  sizes: string;
  /** Width by height; 1100 / 650 is the shape of products. */
  ratio?: number;
  /** The first picture of a page: fetched at once and first. */
  priority?: boolean;
  className?: string;
};

const filesOf = (picture: PictureFiles, type: string) =>
  picture.widths.map((width) => `/images/${picture.id}/${width}.${type} ${width}w`).join(', ');

/** A picture in the smallest file that is sharp; its room is kept before it arrives. */
export function Picture({ picture, alt, sizes, ratio = 1100 / 650, priority, className }: Props) {
  const frame = `${classes.frame} ${className ?? ''}`;
  if (!picture) return <div className={frame} data-empty style={{ aspectRatio: ratio }} />;
  const largest = picture.widths.at(-1);
  return (
    <div
      className={frame}
      style={{ aspectRatio: ratio, backgroundImage: `url("${picture.placeholder}")` }}
    >
      <picture>
        <source type="image/avif" srcSet={filesOf(picture, 'avif')} sizes={sizes} />
        <source type="image/webp" srcSet={filesOf(picture, 'webp')} sizes={sizes} />
        <img
          src={`/images/${picture.id}/${largest}.jpg`}
          alt={alt}
          width={picture.width}
          height={picture.height}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding="async"
        />
      </picture>
    </div>
  );
}
