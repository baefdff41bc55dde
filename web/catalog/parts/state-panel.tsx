import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconExternalLink } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ProductStatusBadge } from '../shared/product-status.tsx';
import classes from './state-panel.module.css';

type Props = {
  product: OwnProduct;
  /** Where this desk shows the product's channel. */
  channelPage: string;
  /** Where to go once the draft is gone. */
  backTo: string;
};

/** Where the product stands, what is missing, and what can be done next. */
export function StatePanel(props: Props) {
  const { product } = props;
  const { t } = useTranslation('catalog');
  return (
    <Panel title={t('state.title')} actions={<ProductStatusBadge status={product.status} />}>
      <p className={classes.text}>{t(`state.${product.status}`)}</p>
      {product.status !== 'draft' && (
        <p className={classes.text}>{t(`state.sale.${product.sale}`)}</p>
      )}
      {product.missing.length > 0 ? (
        <Missing {...props} />
      ) : (
        product.status === 'draft' && (
          <p className={classes.ready}>
            <IconCircleCheck size={20} aria-hidden />
            {t('state.ready')}
          </p>
        )
      )}
      <Acts {...props} />
    </Panel>
  );
}

function Missing({ product, channelPage }: Props) {
  const { t } = useTranslation('catalog');
  return (
    <>
      <p className={classes.missingTitle}>{t('state.missing')}</p>
      <ul className={classes.missing}>
        {product.missing.map((part) => (
          <li key={part}>
            <IconAlertCircle size={18} aria-hidden />
            {part === 'channel' ? (
              <Link to={channelPage}>{t('missing.channel')}</Link>
            ) : (
              t(`missing.${part}`)
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const moves = {
  publish: catalogContract.publishProduct,
  makePrivate: catalogContract.makeProductPrivate,
  withdraw: catalogContract.withdrawProduct,
} as const;
type Move = keyof typeof moves;

function Acts({ product, backTo }: Props) {
  const { t } = useTranslation('catalog');
  const act = useAct();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { can, status, slug } = product;
  const move = async (name: Move) => {
    const asked = await confirm({
      title: t(`ask.${name}`),
      text: t(`ask.${name}Text`),
      confirmLabel: t(`act.${name}`),
      danger: name === 'withdraw',
    });
    if (!asked) return;
    await act.run(() => api(moves[name], { params: { slug } }), { done: t(`done.${name}`) });
  };
  const remove = async () => {
    const asked = await confirm({
      title: t('ask.delete'),
      text: t('ask.deleteText'),
      confirmLabel: t('act.delete'),
      danger: true,
    });
    if (!asked) return;
    const deed = async () => {
      await api(catalogContract.deleteProduct, { params: { slug } });
      return true;
    };
    const done = await act.run(deed, { done: t('done.delete'), stay: true });
    if (done) void navigate(backTo);
  };
  return (
    <div className={classes.acts}>
      {status !== 'published' && (
        <Button disabled={!can.publish} loading={act.busy} onClick={() => void move('publish')}>
          {t('act.publish')}
        </Button>
      )}
      {status !== 'private' && (
        <Button
          variant="default"
          disabled={!can.makePrivate}
          loading={act.busy}
          onClick={() => void move('makePrivate')}
        >
          {t('act.makePrivate')}
        </Button>
      )}
      {can.withdraw && (
        <Button variant="default" loading={act.busy} onClick={() => void move('withdraw')}>
          {t('act.withdraw')}
        </Button>
      )}
      <Button
        component={Link}
        to={`/products/${slug}`}
        variant="subtle"
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        {t(status === 'published' ? 'act.see' : 'act.preview')}
      </Button>
      {can.delete && (
        <Button variant="subtle" color="red" loading={act.busy} onClick={() => void remove()}>
          {t('act.delete')}
        </Button>
      )}
    </div>
  );
}
