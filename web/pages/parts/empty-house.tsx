import { Button } from '@mantine/core';
import { IconMasksTheater } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { CouponBox } from './coupon-box.tsx';

/** The home page while nothing is published. */
export function EmptyHouse({ coupons }: { coupons: boolean }) {
  const { t } = useTranslation('pages');
  return (
    <>
      <EmptyState
        page
        icon={<IconMasksTheater size={44} stroke={1.5} aria-hidden />}
        title={t('home.empty')}
        text={t('home.emptyText')}
        action={
          <Button component={Link} to="/logup">
            {t('home.emptyAction')}
          </Button>
        }
      />
      {coupons && (
        <PageBody>
          <CouponBox />
        </PageBody>
      )}
    </>
  );
}
