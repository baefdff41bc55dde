import { redirect } from 'react-router';

export const clientLoader = () => redirect('/mystuff/products');

export default function MyStuffPage() {
  return null;
}
