import { IconMasksTheater } from '@tabler/icons-react';
import { useWayToOrganize } from '#web/platform/way-to-organize.ts';
import { useTranslation } from '#web/platform/words.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { CouponBox } from './coupon-box.tsx';

/** The home page while nothing is published. */
export function EmptyHouse({ coupons }: { coupons: boolean }) {
  const { t } = useTranslation('pages');
  const toOrganize = useWayToOrganize();
  return (
    <>
      <EmptyState
        page
        icon={IconMasksTheater}
        title={t('home.empty')}
        text={t('home.emptyText')}
        action={<ActionLink to={toOrganize}>{t('home.emptyAction')}</ActionLink>}
      />
      {coupons && (
        <PageBody>
          <CouponBox />
        </PageBody>
      )}
    </>
  );
}
