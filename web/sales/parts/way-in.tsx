import { Button, type ButtonProps } from '@mantine/core';
import { IconDoorEnter, IconInfoCircle, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import type { Way } from './my-shows.ts';

type Props = ButtonProps & {
  slug: string;
  way: Way;
  /** The show, where several stand beside each other: each says which one it means. */
  show?: string;
  rehearsal?: boolean;
};

const icons = { watch: IconPlayerPlay, enter: IconDoorEnter, more: IconInfoCircle };

/** The way into the player, under one name wherever a ticket is: before and during, or to a recording. */
export function WayIn({ slug, way, show, rehearsal, ...look }: Props) {
  const { t } = useTranslation('sales');
  const Icon = icons[way];
  const label = {
    watch: t('mine.watch'),
    enter: t(rehearsal ? 'mine.rehearse' : 'mine.enter'),
    more: t('mine.more'),
  }[way];
  return (
    <Button
      component={Link}
      to={`/player/${slug}`}
      leftSection={<Icon size={18} aria-hidden />}
      {...look}
      aria-label={show && `${label}: ${show}`}
    >
      {label}
    </Button>
  );
}
