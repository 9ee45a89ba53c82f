import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

/** The defaults and the processing fee of the site. */
export type SiteConfig = components['schemas']['SiteConfigResponse']

/**
 * The site that the service runs.
 *
 * @example
 * const { processingFeePct } = await client.site.get()
 */
export type SiteResource = {
  /**
   * Returns the site's defaults. Requires no API key, unless the operator has restricted access.
   */
  get(): Promise<SiteConfig>
}

/** Creates the site calls on top of `request`. */
export function createSiteResource(request: SendRequest): SiteResource {
  return {
    get: () => request<SiteConfig>({ method: 'GET', path: '/api/site/config' }),
  }
}
