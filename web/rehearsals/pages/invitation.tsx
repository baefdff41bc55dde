import { useParams } from 'react-router';
import { useSession } from '#web/platform/session.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { InvitationView } from '../parts/invitation-view.tsx';
import { useInvitation } from '../parts/use-invitation.ts';

/**
 * The address is a secret: nobody keeps the page, and no page after it is told where one came from.
 * It is the same for every link, good or not, so whoever draws a preview of it in a chat learns
 * nothing; the browser asks what it invites to.
 */
export const headers = () => ({
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
});

export const meta = pageMeta('rehearsals', ({ t }) => ({
  title: t('invitation.kicker'),
  noIndex: true,
}));

export default function InvitationPage() {
  const { token = '' } = useParams();
  const person = useSession()?.id ?? null;
  const asked = useInvitation(token, person);
  return <InvitationView key={token} token={token} isSomebody={person !== null} {...asked} />;
}
