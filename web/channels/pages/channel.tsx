import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ChannelPage() {
  return <ComingPage title="Channel" />;
}
