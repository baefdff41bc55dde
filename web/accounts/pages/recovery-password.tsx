import { ComingPage } from '#web/ui/coming-page.tsx';

export default function RecoveryPasswordPage() {
  return <ComingPage title="RecoveryPassword" />;
}
