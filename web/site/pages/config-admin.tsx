import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ConfigAdminPage() {
  return <ComingPage title="ConfigAdmin" />;
}
