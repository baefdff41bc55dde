import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ManageChannelPage() {
  return <ComingPage title="ManageChannel" />;
}
