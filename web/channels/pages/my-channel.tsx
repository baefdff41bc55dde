import { ComingPage } from '#web/ui/coming-page.tsx';

export default function MyChannelPage() {
  return <ComingPage title="MyChannel" />;
}
