import { redirect } from 'react-router';

export const clientLoader = () => redirect('/manage/products');

export default function ManageIndexPage() {
  return null;
}
