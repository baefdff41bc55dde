import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { languages } from '#contract/shared/language-list.ts';
import type { Widget } from '#contract/widgets.ts';
import { CopyButton } from '#web/live/shared/copy-button.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import classes from './desk.module.css';
import { type Choice, snippetOf, widgetAddress } from './snippet.ts';

type Props = { products: Widget['products']; script: string };

/** What to paste into one's own page, and how it will look there. */
export function WidgetMaker({ products, script }: Props) {
  const { t } = useTranslation('integrations');
  const [choice, setChoice] = useState<Choice>({
    ...{ product: products[0]?.slug ?? '', look: 'card', lang: '', scheme: '' },
  });
  const title = products.find(({ slug }) => slug === choice.product)?.title ?? '';
  const snippet = snippetOf(script, { ...choice, title });
  return (
    <Panel title={t('widget.make')}>
      <div className={classes.stack}>
        <Choices {...{ products, choice }} choose={setChoice} />
        <pre className={classes.code}>{snippet}</pre>
        <div className={classes.acts}>
          <CopyButton label={t('widget.snippet')} value={snippet} name={t('widget.copy')} />
        </div>
        <p className={classes.quiet}>{t('widget.preview')}</p>
        <Preview choice={choice} title={title} />
      </div>
    </Panel>
  );
}

type ChoicesProps = {
  products: Widget['products'];
  choice: Choice;
  choose: (choice: Choice) => void;
};

function Choices({ products, choice, choose }: ChoicesProps) {
  const { t } = useTranslation('integrations');
  const named = (values: readonly string[], word: string) =>
    values.map((value) => ({
      value,
      label: t(`widget.${word}.${value || 'auto'}` as 'widget.make'),
    }));
  const set = (name: keyof Choice) => (event: { currentTarget: { value: string } }) =>
    choose({ ...choice, [name]: event.currentTarget.value } as Choice);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NativeSelect
        label={t('widget.product')}
        data={products.map(({ slug, title }) => ({ value: slug, label: title }))}
        value={choice.product}
        onChange={set('product')}
      />
      <NativeSelect
        label={t('widget.lookLabel')}
        data={named(['card', 'button'], 'look')}
        value={choice.look}
        onChange={set('look')}
      />
      <NativeSelect
        label={t('widget.langLabel')}
        data={named(['', ...languages], 'lang')}
        value={choice.lang}
        onChange={set('lang')}
      />
      <NativeSelect
        label={t('widget.schemeLabel')}
        data={named(['', 'light', 'dark'], 'scheme')}
        value={choice.scheme}
        onChange={set('scheme')}
      />
    </SimpleGrid>
  );
}

/** The frame as it stands in a page of somebody else. */
function Preview({ choice, title }: { choice: Choice; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(200);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data?.type === 'platea-widget') setHeight(Math.ceil(Number(data.height) || 200));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      title={title}
      src={widgetAddress(choice, location.origin)}
      sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      style={{ height, maxWidth: choice.look === 'button' ? 320 : 560 }}
    />
  );
}
