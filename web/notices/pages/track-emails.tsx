import { ComingPage } from '#web/ui/coming-page.tsx';

export default function TrackEmailsPage() {
  return <ComingPage title="TrackEmails" />;
}
