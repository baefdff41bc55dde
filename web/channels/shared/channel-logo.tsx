import type { Picture } from '#contract/media.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import classes from './channel-logo.module.css';

type Props = { title: string; logo: Picture | null; size?: 'small' | 'medium' | 'large' };

const widths = { small: '40px', medium: '64px', large: '128px' };

/** The logo of a channel in a round frame; its first letters when it has none. */
export function ChannelLogo({ title, logo, size = 'small' }: Props) {
  return (
    <span className={classes.logo} data-size={size} aria-hidden="true">
      {logo ? (
        <PictureView
          picture={logo}
          alt=""
          ratio={1}
          sizes={widths[size]}
          className={classes.picture}
        />
      ) : (
        lettersOf(title)
      )}
    </span>
  );
}

const lettersOf = (title: string) =>
  title
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('') || '·';
