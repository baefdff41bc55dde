import { Skeleton } from '@mantine/core';
import {
  IconDevices,
  IconFileInvoice,
  IconId,
  IconLock,
  IconMail,
  IconMasksTheater,
  IconUserCircle,
} from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Waiting } from '#web/ui/skeletons.tsx';
import classes from './my-data.module.css';
import { type DataPlace, dataPlaces } from './my-data-places.ts';

const icons: Record<DataPlace, typeof IconId> = {
  personal: IconId,
  profile: IconUserCircle,
  billing: IconFileInvoice,
  letters: IconMail,
  password: IconLock,
  organize: IconMasksTheater,
  devices: IconDevices,
};
const titles = {
  personal: 'data.general',
  profile: 'data.profile',
  billing: 'data.billing',
  letters: 'data.letters',
  password: 'passwordChange.title',
  organize: 'artist.title',
  devices: 'devices.title',
} as const satisfies Record<DataPlace, string>;

type Props = { lead: string; open: DataPlace; children: ReactNode };

/** One's own data: its parts at the side, one of them open. */
export function MyDataFrame({ lead, open, children }: Props) {
  const { t } = useTranslation('accounts');
  return (
    <PageBody>
      <div className={classes.page}>
        <PageHead title={t('data.title')} lead={lead} />
        <div className={classes.columns}>
          <nav aria-label={t('data.title')} className={classes.places}>
            {dataPlaces.map((place) => {
              const Icon = icons[place];
              return (
                <Link
                  key={place}
                  to={`#${place}`}
                  replace
                  preventScrollReset
                  aria-current={place === open || undefined}
                >
                  <Icon size={20} stroke={1.75} aria-hidden />
                  {t(titles[place])}
                </Link>
              );
            })}
          </nav>
          <div className={classes.parts}>{children}</div>
        </div>
      </div>
    </PageBody>
  );
}

type PlaceProps = { place: DataPlace; open: DataPlace; children: ReactNode };

/** A part stays where it is while another is open: what is typed there is not lost. */
export function DataPart({ place, open, children }: PlaceProps) {
  return (
    <div data-place={place} hidden={place !== open}>
      {children}
    </div>
  );
}

/** A line of the summary of errors may lead to a field of a part that is not open: then it opens. */
export function useOpenAtField() {
  const navigate = useNavigate();
  return async (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('a[href^="#"]');
    const id = link?.getAttribute('href')?.slice(1) ?? '';
    const part = document.getElementById(id)?.closest<HTMLElement>('[data-place][hidden]');
    if (!part) return;
    event.preventDefault();
    event.stopPropagation();
    await navigate(`#${part.dataset.place}`, { replace: true, preventScrollReset: true });
    document.getElementById(id)?.focus();
  };
}

/** Of the shape of the first part. */
export function MyDataSkeleton() {
  return (
    <MyDataFrame lead=" " open="personal">
      <Waiting narrow>
        <div className={classes.waiting}>
          <Skeleton height={24} width="40%" mb="lg" />
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={62} mb="md" />
          ))}
        </div>
      </Waiting>
    </MyDataFrame>
  );
}
