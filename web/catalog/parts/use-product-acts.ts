import { useNavigate } from 'react-router';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { api } from '#web/platform/api.ts';
import { copyText } from '#web/platform/copy-text.ts';
import { notify } from '#web/platform/notices.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useAllSaved } from '#web/ui/use-autosave.ts';

const moves = {
  publish: catalogContract.publishProduct,
  makePrivate: catalogContract.makeProductPrivate,
  withdraw: catalogContract.withdrawProduct,
} as const;
type Move = keyof typeof moves;

export type ActsOf = {
  take: (product: OwnProduct) => void;
  /** The product as it is once everything typed is saved. */
  latest: () => OwnProduct | null;
  /** Where this desk shows a product, and its list. */
  addressOf: (product: OwnProduct) => string;
  backTo: string;
  /** A test of the encoder comes in. */
  testRuns: boolean;
};

/** What can be done with a product as a whole. A draft is saved to the end before. */
export function useProductActs({ take, latest, addressOf, backTo, testRuns }: ActsOf) {
  const { t } = useTranslation('catalog');
  const act = useAct();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const allSaved = useAllSaved();
  const move = async (name: Move) => {
    const asked = await confirm({
      title: t(`ask.${name}`),
      text: t(`ask.${name}Text`),
      warning: testRuns ? t('ask.cutsTest') : undefined,
      confirmLabel: t(`act.${name}`),
      danger: name === 'withdraw',
    });
    if (!asked) return;
    if (!(await allSaved())) return;
    const deed = () => api(moves[name], { params: { slug: latest()?.slug ?? '' } });
    const after = await act.run(deed, { done: t(`done.${name}`), stay: true });
    if (after) take(after);
  };
  const duplicate = async () => {
    if (!(await allSaved())) return;
    const deed = () =>
      api(catalogContract.duplicateProduct, { params: { slug: latest()?.slug ?? '' } });
    const copy = await act.run(deed, { done: t('done.duplicate'), stay: true });
    if (copy) void navigate(addressOf(copy));
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
      await api(catalogContract.deleteProduct, { params: { slug: latest()?.slug ?? '' } });
      return true;
    };
    const done = await act.run(deed, { done: t('done.delete'), stay: true });
    if (done) void navigate(backTo);
  };
  const copyLink = async () => {
    const address = new URL(`/products/${latest()?.slug}`, window.location.href).href;
    if (await copyText(address)) notify({ message: t('done.copyLink') });
    else notify({ variant: 'warning', message: t('copyFailed', { address }) });
  };
  return { busy: act.busy, move, duplicate, remove, copyLink };
}
