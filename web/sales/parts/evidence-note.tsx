import { Anchor, Text } from '@mantine/core';
import { pagesContract } from '#contract/pages.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAsked } from '#web/ui/use-asked.ts';
import { When } from '#web/ui/when.tsx';

type Props = { number: string; respondBy: string | null };

/** Where an organizer sends what proves a disputed sale, and until when; nothing while no contact is named. */
export function EvidenceNote({ number, respondBy }: Props) {
  const { t } = useTranslation('sales');
  const { answer } = useAsked(() => api(pagesContract.getOperator), number);
  const email = answer?.email ?? '';
  // What stands there until somebody names an address of their own.
  if (!email || email.endsWith('@localhost')) return null;
  const address = `mailto:${email}?subject=${encodeURIComponent(t('order.number', { number }))}`;
  return (
    <Text size="xs" c="dimmed">
      {t('dispute.evidence')} <Anchor href={address}>{email}</Anchor>
      {respondBy && (
        <>
          {' '}
          {t('dispute.evidenceBy')} <When instant={respondBy} style="date" />
        </>
      )}
    </Text>
  );
}
