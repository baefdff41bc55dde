import type { ReactNode } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { CardGrid } from './card-grid.tsx';
import classes from './skeletons.module.css';

type BoneProps = {
  height: number | string;
  width?: string;
  mt?: number | string;
  mb?: number | string;
};
const spaces: Record<string, string> = {
  xs: '0.625rem',
  sm: '0.75rem',
  md: '1rem',
  lg: '1.25rem',
  xl: '2rem',
};
const spaceOf = (space: number | string | undefined) =>
  typeof space === 'string' ? spaces[space] : space;

/** One grey shape. Plain, so that public pages need nothing of Mantine's pieces for it. */
export function Skeleton({ height, width, mt, mb }: BoneProps) {
  const style = { height, width, marginTop: spaceOf(mt), marginBottom: spaceOf(mb) };
  return <div data-skeleton className={classes.bone} style={style} />;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

type WaitingProps = {
  children: ReactNode;
  narrow?: boolean;
  /** A whole page: as high as the screen, so that the foot of the page never jumps into or out of it. */
  page?: boolean;
};

/** Says once that something is on its way; the shapes themselves are silent. */
export function Waiting({ children, narrow, page }: WaitingProps) {
  const { t } = useTranslation('ui');
  return (
    <div
      role="status"
      className={classes.waiting}
      data-narrow={narrow || undefined}
      data-page={page || undefined}
    >
      <span className="said">{t('loading')}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

export function PageSkeleton() {
  return (
    <Waiting page>
      <Skeleton height={36} width="min(22rem, 70%)" mb="xl" />
      <Skeleton height={220} mb="md" />
      <Skeleton height={140} />
    </Waiting>
  );
}

export function CardsSkeleton({ count = 6 }: { count?: number }) {
  return (
    <Waiting page>
      <CardGrid>
        {numbered(count).map((index) => (
          <div key={index}>
            <div className={classes.picture}>
              <Skeleton height="100%" />
            </div>
            <Skeleton height={20} width="80%" mt="sm" />
            <Skeleton height={16} width="50%" mt={8} />
          </div>
        ))}
      </CardGrid>
    </Waiting>
  );
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Waiting page>
      <Skeleton height={36} width="min(18rem, 60%)" mb="xl" />
      <Skeleton height={36} width="min(24rem, 100%)" mb="sm" />
      <RowShapes rows={rows} />
    </Waiting>
  );
}

/** A table whose page stands already, with its heading. */
export function RowsSkeleton() {
  return (
    <Waiting>
      <RowShapes rows={4} />
    </Waiting>
  );
}

function RowShapes({ rows }: { rows: number }) {
  return (
    <div className={classes.panel}>
      <Skeleton height={40} mb="md" />
      {numbered(rows).map((index) => (
        <Skeleton key={index} height={28} mb={14} />
      ))}
    </div>
  );
}

export function FormSkeleton() {
  return (
    <Waiting page narrow>
      <Skeleton height={36} width="70%" mb="xl" />
      {numbered(4).map((index) => (
        <div key={index}>
          <Skeleton height={14} width="30%" mb={8} />
          <Skeleton height={40} mb="lg" />
        </div>
      ))}
    </Waiting>
  );
}
