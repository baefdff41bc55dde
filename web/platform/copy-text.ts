/** Puts a text on the clipboard; answers whether that was possible. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  // Browsers give pages without https no clipboard; there the old way still works.
  const before = document.activeElement;
  const place = document.createElement('textarea');
  place.value = text;
  // Otherwise a phone opens its keyboard.
  place.readOnly = true;
  place.style.position = 'fixed';
  document.body.append(place);
  place.select();
  const done = document.execCommand('copy');
  place.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
