/** Addresses as logs may keep them: media tokens, codes and secrets in the path or query are cut. */
export const safeUrl = (url: string): string =>
  url
    .replace(/^\/media\/[^/]+/, '/media/…')
    .replace(/^(\/api\/(?:desk\/coupons\/[^/]+\/)?codes)\/[^/?]+/, '$1/…')
    .replace(/^((?:\/api|\/[a-z]{2})?\/rehearsals)\/[^/?]+/, '$1/…')
    .replace(/^\/(activate|reset-password|letters\/stop)\/[^?]+/, '/$1/…')
    .replace(/(rehearsals%2F)[^&]+/gi, '$1…')
    .replace(/([?&](?:token|key|code)=)[^&]+/gi, '$1…');
