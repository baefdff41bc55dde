import { ComingPage } from '#web/ui/coming-page.tsx';

export default function LogoutPage() {
  return <ComingPage title="Log out" />;
}
