import { useQuery } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { useSession } from '../session/session.js'

/** The statuses of a paid receipt. */
const paidStatuses = ['paid', 'completed', 'reconciled'] as const

/** Keeps the shop that this browser last saw set up. */
const setUpKey = 'tallystick.set-up'

/** Reads what a shop has set up, until its first receipt is paid. */
export function useSetup() {
  const { api, membership } = useSession()
  const { wallet, rights } = membership
  const maySetUp = rights.includes('shop:write')
  const paid = useQuery({
    queryKey: ['receipts', wallet, 'home', 'first-paid'],
    queryFn: async ({ signal }) => {
      // At once, because home waits for the answer.
      const pages = await Promise.all(
        paidStatuses.map((status) => {
          const query = { status, limit: 1, archived: 'all', thumbs: '0' }
          return api.call('get', '/api/receipts', { query, signal })
        }),
      )
      return pages.some(({ receipts }) => receipts.length > 0)
    },
    enabled: maySetUp,
    // Once paid, the shop stays set up.
    refetchInterval: ({ state }) => (state.data === false ? 5_000 : false),
  })
  const isNeeded = maySetUp && paid.data === false
  const wasSetUp = localStorage.getItem(setUpKey) === wallet
  useEffect(() => {
    if (paid.data) localStorage.setItem(setUpKey, wallet)
  }, [paid.data, wallet])
  const isUnknown = maySetUp && paid.isPending && !wasSetUp
  // A new shop reads both at once.
  const facts = useSetupFacts(isNeeded || isUnknown)
  return { isNeeded, isUnknown, paid, facts }
}

/** Reads the parts of a shop that its first receipt needs. */
export function useSetupFacts(isEnabled: boolean) {
  const { api, membership } = useSession()
  const { wallet } = membership
  return useQuery({
    queryKey: ['setup', wallet],
    queryFn: async ({ signal }) => {
      const [shop, split, inventory, webhooks] = await Promise.all([
        api.call('get', '/api/shop/config', { signal }),
        api.call('get', '/api/split/deploy', { signal }),
        api.call('get', '/api/inventory', { query: { limit: 1 }, signal }),
        api.call('get', '/api/webhooks', { signal }),
      ])
      const item = inventory.items[0] ?? null
      return {
        config: shop.config,
        recipients: split.split?.recipients.length ?? 0,
        item,
        webhook: webhooks.webhooks[0] ?? null,
        // The bar above the screen says so.
        degraded: shop.degraded === true,
      }
    },
    enabled: isEnabled,
  })
}

export type SetupState = ReturnType<typeof useSetup>
export type SetupFacts = NonNullable<SetupState['facts']['data']>
