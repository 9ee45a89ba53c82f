import { useQuery } from '@tanstack/preact-query'
import { useSession } from '../session/session.js'

/** The statuses of a paid receipt. */
const paidStatuses = ['paid', 'completed', 'reconciled'] as const

/** Reads what a shop has set up, until its first receipt is paid. */
export function useSetup() {
  const { api, membership } = useSession()
  const { wallet, rights } = membership
  const maySetUp = rights.includes('shop:write')
  const paid = useQuery({
    queryKey: ['receipts', wallet, 'home', 'first-paid'],
    queryFn: async ({ signal }) => {
      for (const status of paidStatuses) {
        const query = { status, limit: 1, archived: 'all', thumbs: '0' }
        const { receipts } = await api.call('get', '/api/receipts', { query, signal })
        if (receipts.length > 0) return true
      }
      return false
    },
    enabled: maySetUp,
    // Once paid, the shop stays set up.
    refetchInterval: ({ state }) => (state.data === false ? 5_000 : false),
  })
  const isNeeded = maySetUp && paid.data === false
  const facts = useQuery({
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
      }
    },
    enabled: isNeeded,
  })
  return { isNeeded, isPending: maySetUp && paid.isPending, facts }
}

export type SetupState = ReturnType<typeof useSetup>
export type SetupFacts = NonNullable<SetupState['facts']['data']>
