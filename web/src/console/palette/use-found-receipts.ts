import { useQuery } from '@tanstack/preact-query'
import { useTypedText } from '../../ui/use-typed-text.js'
import { useRight, useSession } from '../session/session.js'
import { readAmount } from './palette-entries.js'

const maxFound = 6
const maxCustomers = 4
const pauseMs = 150

/** Finds receipts by id, reference, hash, amount or e-mail address, as the person types. */
export function useFoundReceipts(typed: string) {
  const { api, membership } = useSession()
  const mayRead = useRight('receipts:read-own')
  const text = useTypedText(typed.trim(), pauseMs)
  const amount = readAmount(text)
  return useQuery({
    queryKey: ['receipts', membership.wallet, 'found', text],
    queryFn: async ({ signal }) => {
      const search = (query: object) =>
        api.call('get', '/api/receipts', {
          query: { ...query, limit: maxFound, thumbs: '0' },
          signal,
        })
      const pages = await Promise.all([
        search({ q: text }),
        ...(amount === null ? [] : [search({ minUsd: amount, maxUsd: amount })]),
      ])
      const allReceipts = pages.flatMap(({ receipts }) => receipts)
      return [
        ...new Map(allReceipts.map((receipt) => [receipt.receiptId, receipt])).values(),
      ].slice(0, maxFound)
    },
    enabled: mayRead && text.length >= 2,
    staleTime: 10_000,
    placeholderData: (before) => (text.length >= 2 ? before : undefined),
  })
}

/** Finds customers by the beginning of a word in their e-mail address, name or wallet. */
export function useFoundCustomers(typed: string) {
  const { api, membership } = useSession()
  const mayRead = useRight('receipts:read')
  const text = useTypedText(typed.trim(), pauseMs)
  return useQuery({
    queryKey: ['customers', membership.wallet, 'found', text],
    queryFn: async ({ signal }) => {
      const query = { q: text, limit: maxCustomers }
      return (await api.call('get', '/api/customers', { query, signal })).customers
    },
    enabled: mayRead && text.length >= 2,
    staleTime: 10_000,
    placeholderData: (before) => (text.length >= 2 ? before : undefined),
  })
}
