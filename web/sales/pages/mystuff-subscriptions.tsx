import { ComingPage } from '#web/ui/coming-page.tsx';

export default function MystuffSubscriptionsPage() {
  return <ComingPage title="MystuffSubscriptions" />;
}
