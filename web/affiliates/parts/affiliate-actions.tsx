import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { type Affiliate, type AffiliateState, affiliatesContract } from '#contract/affiliates.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { NameDialog } from './name-dialog.tsx';

const icons = { active: IconPlayerPlay, ended: IconPlayerStop };

/** What can be done with a link: rename it, end it, begin it again. */
export function AffiliateActions({ affiliate }: { affiliate: Affiliate }) {
  const { t } = useTranslation('affiliates');
  const act = useAct();
  const [naming, setNaming] = useState(false);
  const { id, state: from, can, name } = affiliate;
  const move = (to: AffiliateState) =>
    act.run(() => api(affiliatesContract.moveAffiliate, { params: { id }, body: { from, to } }), {
      done: t(`moved.${to}`),
    });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={36}
            loading={act.busy}
            aria-label={t('actions', { name })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can.rename && (
            <Menu.Item
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setNaming(true)}
            >
              {t('rename')}
            </Menu.Item>
          )}
          {can.move.map((to) => {
            const Icon = icons[to];
            return (
              <Menu.Item
                key={to}
                leftSection={<Icon size={18} aria-hidden />}
                onClick={() => void move(to)}
              >
                {t(`move.${to}`)}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {naming && <NameDialog affiliate={affiliate} close={() => setNaming(false)} />}
    </>
  );
}
