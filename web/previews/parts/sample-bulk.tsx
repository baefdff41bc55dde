import { IconArchive, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import type { BulkAction } from '#web/ui/table-bulk.tsx';

/** Two things to do with several rows: the first goes well with all but the last of them. */
export function useSampleBulk<Row extends { slug: string }>(): BulkAction<Row>[] {
  const { t } = useTranslation('previews');
  const { t: say } = useTranslation('ui');
  return [
    {
      id: 'file',
      label: t('sample.file'),
      icon: <IconArchive size={16} aria-hidden />,
      possible: () => true,
      run: async (rows) =>
        rows.map(({ slug }, at) => ({
          id: slug,
          done: rows.length === 1 || at < rows.length - 1,
          message: t('sample.refused'),
        })),
    },
    {
      id: 'delete',
      label: say('image.remove'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      possible: () => true,
      question: () => ({ title: say('image.remove'), danger: true }),
      run: async (rows) => rows.map(({ slug }) => ({ id: slug, done: true })),
    },
  ];
}
