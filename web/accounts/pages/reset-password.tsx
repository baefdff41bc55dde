import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ResetPasswordPage() {
  return <ComingPage title="ResetPassword" />;
}
