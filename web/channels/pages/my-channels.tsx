import { ComingPage } from '#web/ui/coming-page.tsx';

export default function MyChannelsPage() {
  return <ComingPage title="MyChannels" />;
}
