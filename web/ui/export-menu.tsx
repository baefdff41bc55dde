import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnyEndpoint, download } from '#web/platform/api.ts';
import { notify, notifyError } from '#web/platform/notices.ts';
import { useViewerZone } from '#web/platform/places.ts';
import { useTranslation } from '#web/platform/words.ts';
import { type TableFilter, useTableAddress } from './table-tools.tsx';

/** The endpoint of the file, and what it must be told besides what the table's address says. */
export type ListExport = { endpoint: AnyEndpoint; also?: Record<string, string> };

type Props = { list: ListExport; filters: TableFilter[] };

/** The whole list, as it is searched and sorted, as a file. */
export function ExportMenu({ list, filters }: Props) {
  const { t } = useTranslation('ui');
  const address = useTableAddress(filters);
  const zone = useViewerZone();
  const [busy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'xlsx') => {
    setBusy(true);
    const names = ['q', 'sort', ...filters.map(({ name }) => name)];
    const asked = Object.fromEntries(
      names.flatMap((name) => (address.value(name) ? [[name, address.value(name)]] : [])),
    );
    try {
      await download(list.endpoint, { query: { ...list.also, ...asked, format, zone } });
      notify({ message: t('export.done') });
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          loading={busy}
          aria-label={t('export.title')}
          title={t('export.title')}
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('export.whole')}</Menu.Label>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          onClick={() => void save('xlsx')}
        >
          Excel
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={18} aria-hidden />}
          onClick={() => void save('csv')}
        >
          CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
