import type { ApiComponents } from '@tallystick/sdk'
import { useQuery } from '@tanstack/preact-query'
import { useSession } from '../session/session.js'
import type { ShopConfig } from '../shop/config-fields.js'

export type Jurisdiction = ApiComponents['schemas']['TaxJurisdiction']
export type Override = ShopConfig['tax']['overrides'][number]

/** Reads all jurisdictions, with the rates of the shop. */
export function useJurisdictions() {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: ['tax-catalog', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/tax/catalog', { signal }),
    staleTime: 10 * 60_000,
  })
}

/** Returns the jurisdictions whose code, name or components contain every word of a text. */
export function searchJurisdictions(
  jurisdictions: readonly Jurisdiction[],
  text: string,
): Jurisdiction[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return jurisdictions.filter(({ code, name, components }) => {
    const all = [code, name, ...components.map((part) => part.name)].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** Returns the sum of rates, without the traces of binary fractions. */
export function sumRates(components: readonly { rate: number }[]): number {
  const millionths = components.reduce((sum, { rate }) => sum + Math.round(rate * 1_000_000), 0)
  return millionths / 1_000_000
}
