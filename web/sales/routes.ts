import { route } from '@react-router/dev/routes';

export const member = [
  route('/products/:slug/checkout', 'sales/pages/checkout.tsx'),
  route('/shop', 'sales/pages/shop.tsx'),
  route('/shop/checkout', 'sales/pages/shop-checkout.tsx'),
  route('/channels/:slug/donate', 'sales/pages/donate.tsx'),
  route('/mystuff', 'sales/pages/mystuff.tsx'),
  route('/mystuff/products', 'sales/pages/mystuff-products.tsx'),
  route('/mystuff/orders', 'sales/pages/mystuff-orders.tsx'),
];

export const organizer = [
  route('/account/sales', 'sales/pages/my-sales.tsx'),
  route('/account/sales/:id', 'sales/pages/my-sale.tsx'),
];

export const admin = [
  route('/manage/sales', 'sales/pages/manage-sales.tsx'),
  route('/manage/sales/:id', 'sales/pages/manage-sale.tsx'),
];
