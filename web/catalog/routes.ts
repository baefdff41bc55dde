import { route } from '@react-router/dev/routes';

export const visitor = [
  route('/products/:slug', 'catalog/pages/product.tsx'),
  route('/search-results', 'catalog/pages/search-results.tsx'),
];

export const organizer = [
  route('/account/products/new', 'catalog/pages/new-product.tsx'),
  route('/account/channels/:channel_slug/products/:product_slug', 'catalog/pages/my-product.tsx'),
];

export const admin = [
  route('/manage', 'catalog/pages/manage-index.tsx'),
  route('/manage/products', 'catalog/pages/manage-products.tsx'),
  route('/manage/products/:product_slug', 'catalog/pages/manage-product.tsx'),
];
