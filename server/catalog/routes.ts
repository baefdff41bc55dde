import { bundlesContract } from '#contract/bundles.ts';
import { catalogContract } from '#contract/catalog.ts';
import { currenciesContract } from '#contract/currencies.ts';
import { pricesContract } from '#contract/prices.ts';
import { faultSentences } from '#server/platform/http/faults.ts';
import { mount } from '#server/platform/http/mount.ts';
import { getBundle, getOwnBundle } from './bundles.queries.ts';
import { cancelSession } from './cancel-session.ts';
import { listChannelProducts, listProducts } from './catalogue.queries.ts';
import { addSession, removeSession } from './change-sessions.ts';
import { createProduct } from './create-product.ts';
import { getCurrencies } from './currencies.queries.ts';
import { deleteDraft } from './delete-draft.ts';
import { duplicateProduct } from './duplicate-product.ts';
import { exportProducts } from './export-products.ts';
import { featureProduct } from './feature-product.ts';
import { makeProductPrivate, publishProduct } from './move-product.ts';
import { getOwnProduct, listAllProducts, listOwnProducts } from './own-products.queries.ts';
import { previewPrice } from './preview-price.queries.ts';
import { getProductDefaults } from './product-defaults.queries.ts';
import { getProduct } from './product-page.queries.ts';
import { saveBundle } from './save-bundle.ts';
import { saveDraft } from './save-draft.ts';
import { saveProduct } from './save-product.ts';
import { findFacets, searchProducts } from './search.queries.ts';
import { withdrawProduct } from './withdraw-product.ts';

export const catalogRoutes = mount(catalogContract, {
  listProducts: ({ query }) => listProducts(query),
  searchProducts: ({ query }) => searchProducts(query),
  getSearchFacets: ({ query }) => findFacets(query),
  listChannelProducts: ({ params, query }) => listChannelProducts(params.slug, query),
  getProduct: ({ actor, params, query }) => getProduct(actor, params.slug, query.code),
  createProduct: ({ actor, body, idempotencyKey }) =>
    createProduct(actor, { key: idempotencyKey, form: body }),
  listOwnProducts: ({ actor, query }) => listOwnProducts(actor, query),
  getOwnProduct: ({ actor, params }) => getOwnProduct(actor, params.slug),
  saveProduct: ({ actor, params, body }) => saveProduct(actor, params, body),
  saveDraft: ({ actor, params, body, language }) =>
    saveDraft(actor, params, body).then(({ product, left }) => ({
      product,
      left: faultSentences(left, language),
    })),
  getProductDefaults: ({ actor, query }) => getProductDefaults(actor, query),
  duplicateProduct: ({ actor, params }) => duplicateProduct(actor, params),
  deleteProduct: ({ actor, params }) => deleteDraft(actor, params),
  addSession: ({ actor, params, body }) => addSession(actor, params, body),
  removeSession: ({ actor, params }) => removeSession(actor, params),
  cancelSession: ({ actor, params, body }) => cancelSession(actor, params, body),
  publishProduct: ({ actor, params }) => publishProduct(actor, params),
  makeProductPrivate: ({ actor, params }) => makeProductPrivate(actor, params),
  withdrawProduct: ({ actor, params }) => withdrawProduct(actor, params),
  listAllProducts: ({ query }) => listAllProducts(query),
  exportProducts: ({ actor, query, language }) => exportProducts(query, { actor, language }),
  featureProduct: ({ actor, params, body }) => featureProduct(actor, params, body),
});

export const currenciesRoutes = mount(currenciesContract, {
  getCurrencies: () => getCurrencies(),
});

export const pricesRoutes = mount(pricesContract, {
  previewPrice: ({ query }) => previewPrice(query),
});

export const bundlesRoutes = mount(bundlesContract, {
  getBundle: ({ actor, params, query }) => getBundle(actor, params.slug, query.code),
  getOwnBundle: ({ actor, params }) => getOwnBundle(actor, params.slug),
  saveBundle: ({ actor, params, body }) => saveBundle(actor, params, body),
});
