/**
 * Addresses as logs may keep them: media tokens, codes and secrets in the path or query are cut, however
 * the path before them is written. A host before it (as proxies are asked) is left out.
 */
export const safeUrl = (url: string): string =>
  url
    .replace(/^https?:\/\/[^/?]*/i, '')
    .replace(/^[^?]+/, (path) => path.replace(/\/{2,}/g, '/'))
    .replace(/^\/media\/[^/]+/i, '/media/…')
    .replace(/^(\/api\/(?:desk\/coupons\/[^/]+\/)?codes)\/[^/?]+/i, '$1/…')
    .replace(/^((?:\/api|\/[a-z]{2})?\/(?:rehearsals|gifts?))\/[^/?]+/i, '$1/…')
    .replace(/^\/(activate|reset-password|letters\/stop)\/[^?]+/i, '/$1/…')
    .replace(/((?:rehearsals|gift)%2F)[^&]+/gi, '$1…')
    // What Redsys lets the browser carry back holds the bank's name for a card.
    .replace(/([?&](?:token|key|code|Ds_MerchantParameters|Ds_Signature)=)[^&]+/gi, '$1…');
