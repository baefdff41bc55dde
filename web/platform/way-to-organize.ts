import { hasRole, useSession } from './session.ts';

/** Organizers go to their desk; a viewer asks for it on their account, a stranger signs up. */
export function useWayToOrganize(): string {
  const user = useSession();
  if (hasRole(user, 'PRODUCER')) return '/account/globalview';
  return user ? '/account/my-data#organize' : '/logup?as=organizer';
}
