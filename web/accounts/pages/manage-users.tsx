import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ManageUsersPage() {
  return <ComingPage title="ManageUsers" />;
}
