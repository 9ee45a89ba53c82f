import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

/** Tax jurisdictions with their rates. */
export type TaxCatalog = components['schemas']['TaxCatalog']

/** Filters for the tax catalog. */
export type TaxQuery = {
  /** Part of a code or name. */
  q?: string | undefined
  /** For example `US-CA`. */
  code?: string | undefined
  /** Two letters, for example `US`. */
  country?: string | undefined
}

/**
 * Tax jurisdictions.
 *
 * @example
 * const { jurisdictions } = await client.tax.catalog({ code: 'US-CA' })
 */
export type TaxResource = {
  /**
   * Returns the jurisdictions that match, with the merchant's own rates. Requires an API key with
   * any scope.
   */
  catalog(query?: TaxQuery): Promise<TaxCatalog>
}

/** Creates the tax calls on top of `request`. */
export function createTaxResource(request: SendRequest): TaxResource {
  return {
    catalog: (query = {}) =>
      request<TaxCatalog>({ method: 'GET', path: `/api/tax/catalog${formatQuery(query)}` }),
  }
}
