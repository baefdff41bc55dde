import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ManageChannelsPage() {
  return <ComingPage title="ManageChannels" />;
}
