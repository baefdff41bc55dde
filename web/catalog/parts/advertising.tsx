import type { ProductDetail } from '#contract/catalog.ts';
import { PictureView } from '#web/media/shared/picture.tsx';
import { useTranslation } from '#web/platform/words.ts';
import classes from './advertising.module.css';

/** In pixels: as wide as it is drawn on a large screen. */
export const bannerShape = { width: 1200, height: 300 };

/** What the organizer advertises, marked as such; the link vouches for nothing. */
export function Advertising({ banner }: Pick<ProductDetail, 'banner'>) {
  const { t } = useTranslation('catalog');
  if (!banner) return null;
  return (
    <aside className={classes.place} aria-label={t('about.ad')}>
      <span className={classes.mark} aria-hidden="true">
        {t('about.ad')}
      </span>
      <a href={banner.url} target="_blank" rel="sponsored noopener" className={classes.link}>
        <PictureView
          picture={banner.picture}
          alt={banner.alt}
          sizes="(min-width: 80em) 58vw, (min-width: 60em) 54vw, 100vw"
          ratio={bannerShape.width / bannerShape.height}
        />
      </a>
    </aside>
  );
}
