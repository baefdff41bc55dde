import { ComingPage } from '#web/ui/coming-page.tsx';

export default function HomePage() {
  return <ComingPage title="Home" />;
}
