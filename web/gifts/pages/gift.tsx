import { useParams } from 'react-router';
import { useSession } from '#web/platform/session.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { GiftView } from '../parts/gift-view.tsx';
import { useGift } from '../parts/use-gift.ts';

/**
 * The address is a secret: nobody keeps the page, and no page after it is told where one came from.
 * It is the same for every link, good or not; the browser asks what it gives.
 */
export const headers = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
});

export const meta = pageMeta('gifts', ({ t }) => ({ title: t('gift.kicker'), noIndex: true }));

export default function GiftPage() {
  const { token = '' } = useParams();
  const person = useSession()?.id ?? null;
  const asked = useGift(token, person);
  return <GiftView key={token} token={token} isSomebody={person !== null} {...asked} />;
}
