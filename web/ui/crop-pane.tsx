import 'react-easy-crop/react-easy-crop.css';
import { ActionIcon, Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './crop.module.css';
import type { OpenPicture } from './picture-file.ts';
import { type Area, isSmall, type Size, sizeWords } from './picture-shape.ts';

type Props = {
  picture: OpenPicture;
  shape: Size;
  cut: (area: Area) => Promise<void>;
  cancel: () => void;
};

const farthest = 4;
const step = 0.1;
const within = (zoom: number) => Math.min(farthest, Math.max(1, Math.round(zoom * 100) / 100));
const middle = { x: 0, y: 0 };

/** Moved by hand, finger or arrow keys, enlarged by wheel, slider, + and −; then cut as it is shown. */
export function CropPane({ picture, shape, cut, cancel }: Props) {
  const { t } = useTranslation('ui');
  const [place, setPlace] = useState(middle);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [busy, setBusy] = useState(false);
  const hint = useId();
  const isMoved = zoom !== 1 || place.x !== 0 || place.y !== 0;
  const byKey = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') setZoom(within(zoom + step));
    else if (event.key === '-') setZoom(within(zoom - step));
  };
  const use = async () => {
    if (!area) return;
    setBusy(true);
    await cut(area);
    setBusy(false);
  };
  return (
    <div className={classes.pane}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: two more keys for what is in it */}
      <div className={classes.stage} onKeyDown={byKey}>
        <Cropper
          image={picture.url}
          aspect={shape.width / shape.height}
          crop={place}
          zoom={zoom}
          minZoom={1}
          maxZoom={farthest}
          keyboardStep={10}
          disableAutomaticStylesInjection
          onCropChange={setPlace}
          onZoomChange={(next) => setZoom(within(next))}
          onCropAreaChange={(_share, pixels) => setArea(pixels)}
          cropperProps={{
            role: 'application',
            'aria-label': t('crop.area'),
            'aria-describedby': hint,
          }}
          classes={{ cropAreaClassName: classes.area }}
        />
      </div>
      <p id={hint} className={classes.hint}>
        {t('crop.hint')}
      </p>
      <ZoomLine zoom={zoom} setZoom={(next) => setZoom(within(next))} />
      <AreaLine area={area} shape={shape} />
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          color="gray"
          disabled={!isMoved}
          onClick={() => {
            setPlace(middle);
            setZoom(1);
          }}
        >
          {t('crop.reset')}
        </Button>
        <Group gap="xs" ml="auto">
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button loading={busy} disabled={!area} onClick={() => void use()}>
            {t('crop.use')}
          </Button>
        </Group>
      </Group>
    </div>
  );
}

/** The browser's own slider: it knows every key, finger and reader. */
function ZoomLine({ zoom, setZoom }: { zoom: number; setZoom: (zoom: number) => void }) {
  const { t, language } = useTranslation('ui');
  const id = useId();
  const change = (by: number) => setZoom(zoom + by);
  return (
    <div className={classes.zoom}>
      <label htmlFor={id}>{t('crop.zoom')}</label>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('crop.smaller')}
        disabled={zoom <= 1}
        onClick={() => change(-step)}
      >
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <input
        id={id}
        type="range"
        min={1}
        max={farthest}
        step={0.05}
        value={zoom}
        aria-valuetext={t('image.percent', {
          percent: formatNumber(Math.round(zoom * 100), language),
        })}
        onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('crop.larger')}
        disabled={zoom >= farthest}
        onClick={() => change(step)}
      >
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** How many pixels the part has, with a warning when they are too few to be sharp. */
function AreaLine({ area, shape }: { area: Area | null; shape: Size }) {
  const { t } = useTranslation('ui');
  const part = area && { width: Math.round(area.width), height: Math.round(area.height) };
  return (
    <div role="status" className={classes.size}>
      {part && !isSmall(part, shape) && t('crop.size', sizeWords(part, shape))}
      {part && isSmall(part, shape) && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('image.small', sizeWords(part, shape))}
        </Alert>
      )}
    </div>
  );
}
