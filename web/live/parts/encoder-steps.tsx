import { Button, Select, Tabs } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { type Broadcast, encoderSettings } from '#contract/live.ts';
import { useTranslation } from '#web/platform/words.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import classes from './encoder-steps.module.css';
import { ffmpegCommand, larixLink, settingsText, type Wanted, wantedAt } from './recommended.ts';

type Props = { broadcast: Broadcast; name: string };

const programs = ['obs', 'streamlabs', 'phone', 'ffmpeg'] as const;
const stepsOf = {
  obs: ['service', 'key', 'output', 'audio', 'start'],
  streamlabs: ['service', 'key', 'output', 'start'],
  phone: ['app', 'link', 'output', 'start'],
  ffmpeg: ['file', 'paste'],
} as const;

/** How an encoder is set up: the size is chosen once, then everything fits and can be copied. */
export function EncoderSteps({ broadcast, name }: Props) {
  const { t } = useTranslation('live');
  const [height, setHeight] = useState('720');
  const wanted = wantedAt(Number(height));
  const written = {
    width: String(wanted.width),
    height: String(wanted.height),
    kilobits: String(wanted.kilobits),
  };
  return (
    <section className={classes.steps} aria-label={t('setup.title')}>
      <div className={classes.head}>
        <Select
          label={t('setup.size')}
          description={t('setup.sizeHint')}
          allowDeselect={false}
          data={encoderSettings.map((one) => ({
            value: String(one.height),
            label: `${one.height}p · ${one.kilobits}\u00a0kbit/s`,
          }))}
          value={height}
          onChange={(chosen) => chosen && setHeight(chosen)}
        />
        <CopyButton
          label={t('setup.everything')}
          name={t('setup.copyAll')}
          value={useSettings(broadcast, wanted)}
        />
      </div>
      <Tabs defaultValue="obs" keepMounted={false}>
        <Tabs.List className={classes.programs}>
          {programs.map((program) => (
            <Tabs.Tab key={program} value={program}>
              {t(`setup.${program}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {programs.map((program) => (
          <Tabs.Panel key={program} value={program} pt="md">
            <ol className={classes.list}>
              {stepsOf[program].map((step) => (
                <li key={step}>{t(`steps.${program}.${step}` as 'steps.obs.output', written)}</li>
              ))}
            </ol>
            {program === 'phone' && <OnPhone broadcast={broadcast} name={name} />}
            {program === 'ffmpeg' && <Command broadcast={broadcast} wanted={wanted} />}
          </Tabs.Panel>
        ))}
      </Tabs>
      <p className={classes.more}>{t('steps.obs.backup')}</p>
    </section>
  );
}

function useSettings(broadcast: Broadcast, wanted: Wanted): string {
  const { t } = useTranslation('live');
  const labels = {
    server: t('rtmpUrl'),
    key: t('key.main'),
    backup: t('key.backup'),
    size: t('setup.size'),
    video: t('setup.video'),
    keyframes: t('setup.keyframes'),
    encoder: t('setup.encoder'),
    sound: t('setup.sound'),
  };
  return settingsText(labels, broadcast, wanted);
}

const addressOf = ({ rtmpUrl, streamKey }: Broadcast): string => `${rtmpUrl}/${streamKey}`;

function OnPhone({ broadcast, name }: Props) {
  const { t } = useTranslation('live');
  return (
    <Button
      component="a"
      href={larixLink(addressOf(broadcast), name)}
      variant="default"
      leftSection={<IconDeviceMobile size={18} aria-hidden />}
    >
      {t('setup.openLarix')}
    </Button>
  );
}

/** The line as it is shown hides the key; what is copied has it. */
function Command({ broadcast, wanted }: { broadcast: Broadcast; wanted: Wanted }) {
  const { t } = useTranslation('live');
  return (
    <div className={classes.command}>
      <pre>
        <code>{ffmpegCommand(`${broadcast.rtmpUrl}/••••`, wanted)}</code>
      </pre>
      <CopyButton label={t('setup.command')} value={ffmpegCommand(addressOf(broadcast), wanted)} />
    </div>
  );
}
