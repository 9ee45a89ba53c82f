import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { useRight, useSession } from '../session/session.js'
import { readAmount } from './palette-entries.js'

const maxFound = 6
const maxCustomers = 4
const pauseMs = 150

/** Finds receipts by id, reference, hash, amount or e-mail address, as the person types. */
export function useFoundReceipts(typed: string) {
  const { api, membership } = useSession()
  const mayRead = useRight('receipts:read-own')
  const text = usePaused(typed.trim())
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
      const found = pages.flatMap(({ receipts }) => receipts)
      return [...new Map(found.map((receipt) => [receipt.receiptId, receipt])).values()].slice(
        0,
        maxFound,
      )
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
  const text = usePaused(typed.trim())
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

/** Returns a text after the person has stopped to type for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
