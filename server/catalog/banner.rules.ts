import type { BannerForm } from '#contract/catalog.ts';
import type { Banner } from './products.rules.ts';

/** A banner has a picture, what it shows in words, and where it leads; or no picture. */
export const bannerIsWhole = ({ pictureId, alt, url }: Omit<Banner, 'picture'>): boolean =>
  pictureId === null || (alt !== '' && url !== '');

/** The advertising as the page shows it: whole, or not at all. */
export const shownBanner = ({ picture, alt, url }: Banner) =>
  picture && alt !== '' && url !== '' ? { picture, alt, url } : null;

/** The fields that a banner with a picture lacks. */
export const bannerFields = ({
  alt,
  url,
}: Pick<BannerForm, 'alt' | 'url'>): [string, 'required'][] => [
  ...(alt === '' ? [['banner.alt', 'required'] as [string, 'required']] : []),
  ...(url === '' ? [['banner.url', 'required'] as [string, 'required']] : []),
];
